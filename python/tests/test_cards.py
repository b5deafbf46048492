"""Tests that Hugging Face can load the data sets that README.md describes in output/ and output/conformance/."""

import pytest

from common import OUTPUT

datasets = pytest.importorskip("datasets")


@pytest.mark.parametrize("folder", [OUTPUT, OUTPUT / "conformance"])
def test_each_configuration_has_the_lines_of_its_file(folder, tmp_path, monkeypatch):
    monkeypatch.setenv("HF_DATASETS_CACHE", str(tmp_path))
    from huggingface_hub import DatasetCard

    card = DatasetCard.load(folder / "README.md").data
    assert card.license == "cc0-1.0" and card.pretty_name
    names = [config["config_name"] for config in card.configs]
    assert datasets.get_dataset_config_names(str(folder)) == names and len(names) > 2
    for config in card.configs:
        path = folder / config["data_files"]
        lines = path.read_text(encoding="utf-8").splitlines()
        found = datasets.load_dataset(str(folder), config["config_name"], split="train", cache_dir=tmp_path)
        if path.suffix == ".txt":
            assert list(found["text"]) == lines
        else:
            header, *rows = (line.split("\t") for line in lines)
            assert found.column_names == header
            assert [[str(row[name]) for name in header] for row in found] == rows


def test_the_shortest_games_are_a_table():
    path = str(OUTPUT / "shortest_games.tsv")
    games = datasets.load_dataset("csv", data_files=path, sep="\t", split="train")
    with open(OUTPUT / "san_strings_that_occur.txt") as strings:
        assert len(games) == sum(1 for _ in strings)
