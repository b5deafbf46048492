"""Compares the ids of Hugging Face tokenizers with ours."""

import pytest

import san_strings
from common import OUTPUT
from san_strings import Vocabulary


def test_the_tokenizer_gives_the_same_ids(v, texts, games):
    transformers = pytest.importorskip("transformers")
    fast = san_strings.tokenizer()
    auto = transformers.AutoTokenizer.from_pretrained(OUTPUT)
    assert len(fast) == len(v) and fast.pad_token_id == v.pad_id and fast.eos_token_id == v.eos_id
    some = [text.rsplit(None, 1)[0] for text in texts[::97]]
    for tokenizer in (fast, auto):
        expected = tokenizer(some, padding=True, return_tensors="np")
        for replay in [True, False]:
            batch = v.encode(some, replay=replay).batch()
            assert (batch.ids == expected["input_ids"]).all()
            assert (batch.attention_mask == expected["attention_mask"]).all()
        # The tokenizers encode moves as written, legal or not.
        words = ["1. e4 e4 2. Qh4", "1. f3 e5 2. g4 Qh4"]
        assert tokenizer(words)["input_ids"] == [ids.tolist() for ids in v.encode(words, replay=False)]
    base = san_strings.tokenizer(Vocabulary("base"))
    assert base(some)["input_ids"] == [ids.tolist() for ids in Vocabulary("base").encode(some)]
