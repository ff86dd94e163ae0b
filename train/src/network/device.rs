use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use tch::{Cuda, Device};

use super::error::NetworkError;

/// Where a network computes, written as `cpu`, `cuda` (the first CUDA device) or `cuda:N`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum ComputeDevice {
    /// The processor.
    #[default]
    Cpu,
    /// The CUDA device with this index.
    Cuda(usize),
}

impl ComputeDevice {
    /// The device as libtorch names it.
    ///
    /// # Errors
    /// [`NetworkError::CudaUnavailable`] if there is no such CUDA device.
    pub fn open(self) -> Result<Device, NetworkError> {
        match self {
            Self::Cpu => Ok(Device::Cpu),
            Self::Cuda(index) => {
                let available = usize::try_from(Cuda::device_count()).unwrap_or(0);
                if index < available {
                    Ok(Device::Cuda(index))
                } else {
                    Err(NetworkError::CudaUnavailable { index, available })
                }
            }
        }
    }
}

impl FromStr for ComputeDevice {
    type Err = NetworkError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "cpu" => Ok(Self::Cpu),
            "cuda" => Ok(Self::Cuda(0)),
            _ => text
                .strip_prefix("cuda:")
                .and_then(|index| index.parse().ok())
                .map(Self::Cuda)
                .ok_or_else(|| NetworkError::UnknownDevice(text.to_owned())),
        }
    }
}

impl fmt::Display for ComputeDevice {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cpu => formatter.write_str("cpu"),
            Self::Cuda(0) => formatter.write_str("cuda"),
            Self::Cuda(index) => write!(formatter, "cuda:{index}"),
        }
    }
}

impl TryFrom<String> for ComputeDevice {
    type Error = NetworkError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<ComputeDevice> for String {
    fn from(device: ComputeDevice) -> Self {
        device.to_string()
    }
}
