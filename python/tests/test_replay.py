import shutil
from pathlib import Path

import numpy as np
import pytest
from kumalak import replay

pytest.importorskip("zstandard")

# Written by `kumalak selfplay --uniform --games 4 --chunk-games 2 --set rules.name=bestemshe
# --set self_play.search.simulations=8 --out data/replay`.
DATA = Path(__file__).parent / "data" / "replay"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(DATA, tmp_path / "replay"))


def test_records_are_those_of_the_program() -> None:
    samples = replay.load(DATA)
    assert samples.dtype == replay.SAMPLE_DTYPE
    assert replay.SAMPLE_DTYPE.itemsize == 88
    np.testing.assert_array_equal(np.unique(samples["game"]), np.arange(4))
    np.testing.assert_allclose(samples["policy"].sum(axis=1), 1.0, atol=1e-5)
    assert np.abs(samples["root_value"]).max() <= 1.0
    np.testing.assert_array_equal(samples["weight"], 1.0)
    np.testing.assert_array_equal(samples["played_out"], 1)
    assert not samples["reserved"].any()
    # All 50 stones of the small board lie in pits and kazans, columns 0 to 19.
    np.testing.assert_array_equal(samples["observation"][:, :20].sum(axis=1), 50)
    # Within a game the plies run up to the end, and the result is that of either side in turn.
    game = samples[samples["game"] == 2]
    np.testing.assert_array_equal(game["ply"], np.arange(len(game)))
    np.testing.assert_array_equal(game["plies_left"], len(game) - np.arange(len(game)))
    np.testing.assert_array_equal(game["outcome"], game["outcome"][0] * (-1) ** game["ply"].astype(int))
    np.testing.assert_array_equal(np.sign(game["margin"]), game["outcome"])


def test_a_run_is_its_folder_of_chunks(folder: Path) -> None:
    np.testing.assert_array_equal(replay.load(folder.parent), replay.load(folder))
    (folder / "notes.txt").write_text("mine")
    (folder / ".000003.zst.partial").write_text("half")
    assert len(replay.load(folder)) == len(replay.load(DATA))


def test_columns_are_contiguous() -> None:
    columns = replay.columns(replay.load(DATA))
    assert "reserved" not in columns
    assert columns["observation"].shape[1:] == (23,)
    assert all(values.flags.c_contiguous for values in columns.values())


def test_a_torn_last_chunk_is_left_out(folder: Path) -> None:
    last = folder / "000002.zst"
    whole = last.read_bytes()
    for length in (0, 3, len(whole) // 2, len(whole) - 1):
        last.write_bytes(whole[:length])
        with pytest.warns(UserWarning, match="left out the last chunk: .*000002.zst"):
            samples = replay.load(folder)
        assert samples["game"].max() == 1


def test_damage_before_the_last_chunk_is_an_error(folder: Path) -> None:
    first = folder / "000001.zst"
    whole = first.read_bytes()
    changed = bytearray(whole)
    changed[len(whole) // 2] ^= 0x10
    for content in (whole[:40], bytes(changed)):
        first.write_bytes(content)
        with pytest.raises(replay.ReplayError, match="000001.zst"):
            replay.load(folder)


def pack(content: bytes) -> bytes:
    zstandard = pytest.importorskip("zstandard")
    packed: bytes = zstandard.ZstdCompressor(write_checksum=True).compress(content)
    return packed


def header(version: int, record_size: int, number: int, count: int) -> bytes:
    sizes = np.array([version, record_size], "<u4").tobytes()
    return b"KUMALAK\0" + sizes + np.array([number, count], "<u8").tobytes()


def test_other_versions_numbers_and_files_are_named_and_not_dropped(tmp_path: Path) -> None:
    path = tmp_path / "000001.zst"
    for content, message in [
        (header(1, 68, 1, 0), "version 1 with records of 68 bytes"),
        (header(2, 88, 7, 0), "it has number 7, expected 1"),
        (b"x" * 100, "does not begin like a replay chunk"),
    ]:
        path.write_bytes(pack(content))
        with pytest.raises(replay.ReplayError, match=message):
            replay.load_chunk(path)
        with pytest.raises(replay.ReplayError, match=message):
            replay.load(tmp_path)


def test_wrong_counts_are_noticed_without_filling_the_memory(tmp_path: Path) -> None:
    path = tmp_path / "000001.zst"
    for count, zeros, message in [
        (2**64 - 1, 100, "it ends before"),
        (3, 2 * 88, "it ends before"),
        (0, 1, "more follows"),
        # Many zeros in few bytes.
        (3, 2**27, "more follows"),
    ]:
        path.write_bytes(pack(header(2, 88, 1, count) + bytes(zeros)))
        with pytest.raises(replay.DamagedChunkError, match=message):
            replay.load_chunk(path)
    path.write_bytes(pack(header(2, 88, 1, 0)))
    assert len(replay.load_chunk(path)) == 0


def test_every_cut_and_every_changed_byte_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "000001.zst"
    zeros = bytes(5 * 88)
    whole = pack(header(2, 88, 1, 5) + zeros)
    cuts = [whole[:length] for length in range(len(whole))]
    flips = [
        whole[:at] + bytes([whole[at] ^ 1 << bit]) + whole[at + 1 :]
        for at in range(len(whole))
        for bit in range(8)
    ]
    for content in [*cuts, *flips, whole + b"x", whole + whole]:
        path.write_bytes(content)
        try:
            samples = replay.load_chunk(path)
        except replay.ReplayError:
            continue
        assert content not in cuts
        assert samples.tobytes() == zeros


def test_a_folder_without_samples_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "1.zst").write_text("not the name of a chunk")
    with pytest.raises(replay.ReplayError, match="holds no chunks of samples"):
        replay.load(tmp_path)
    with pytest.raises(FileNotFoundError):
        replay.load(tmp_path / "missing")


def test_parquet_holds_the_same_columns(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "samples.parquet"
    replay.to_parquet(DATA, path)
    table = parquet.read_table(path)
    samples = replay.load(DATA)
    assert table.num_rows == len(samples)
    np.testing.assert_array_equal(table["margin"].to_numpy(), samples["margin"])
    policy = np.stack(table["policy"].to_numpy(zero_copy_only=False))
    np.testing.assert_array_equal(policy, samples["policy"])
    assert [file.name for file in tmp_path.iterdir()] == [path.name]


def test_numpy_files_hold_the_same_columns(tmp_path: Path) -> None:
    samples = replay.load(DATA)
    np.save(tmp_path / "samples.npy", samples)
    np.testing.assert_array_equal(np.load(tmp_path / "samples.npy"), samples)
    columns = replay.columns(samples)
    np.savez(tmp_path / "columns.npz", policy=columns["policy"], margin=columns["margin"])
    with np.load(tmp_path / "columns.npz") as written:
        np.testing.assert_array_equal(written["policy"], samples["policy"])
