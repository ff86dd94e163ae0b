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


def test_other_versions_and_files_are_named(tmp_path: Path) -> None:
    zstandard = pytest.importorskip("zstandard")
    path = tmp_path / "000001.zst"
    header = b"KUMALAK\0" + np.array([1, 68], "<u4").tobytes() + np.array([1, 0], "<u8").tobytes()
    path.write_bytes(zstandard.ZstdCompressor().compress(header))
    with pytest.raises(replay.ReplayError, match="version 1 with records of 68 bytes"):
        replay.load_chunk(path)
    path.write_bytes(zstandard.ZstdCompressor().compress(b"x" * 100))
    with pytest.raises(replay.ReplayError, match="does not begin like a replay chunk"):
        replay.load_chunk(path)


def test_an_empty_folder_has_no_samples(tmp_path: Path) -> None:
    assert replay.load(tmp_path).shape == (0,)
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
