"""Trains a toy model on a PGN file, and samples legal games from the model.

    python train.py games.pgn [--list base] [--steps 400] [--mask]

Every hundred steps, the script samples games from the model, and prints how many games have only legal moves.
After training, it prints the loss on held-out games, and the entropy of the move frequencies, which is the
loss that a model can reach without looking at the position. Finally, it samples some games. With `--mask`,
the loss compares each move only with the other legal moves of its position, so the model need not learn which
moves are legal. Needs torch.
"""

import argparse
import itertools
import math
import time

import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader

import san_strings

parser = argparse.ArgumentParser()
parser.add_argument("pgn")
parser.add_argument("--list", default="base")
parser.add_argument("--steps", type=int, default=400)
parser.add_argument("--length", type=int, default=80)
parser.add_argument("--sampled", type=int, default=20)
parser.add_argument("--mask", action="store_true")
options = parser.parse_args()
torch.manual_seed(1)

v = san_strings.Vocabulary(options.list)
games = v.encode_pgn(options.pgn)
order = np.random.default_rng(1).permutation(len(games))
held_out, training = order[: len(order) // 10], order[len(order) // 10 :]
legal = v.legal(games) if options.mask else None
print(f"{len(games)} games, {len(games.ids)} plies, {len(v)} ids")


def collate(indices):
    """Returns padded ids, their attention mask and, if `--mask` is set, the legal moves before each ply."""
    batch = games.batch(indices, length=options.length, bos=True, eos=True)
    choices = None if legal is None else torch.from_numpy(legal.padded(batch.plies).astype(np.int64))
    return torch.from_numpy(batch.ids), torch.from_numpy(batch.attention_mask).bool(), choices


def counts_of(indices):
    ids, mask, _ = collate(indices)
    return torch.bincount(ids[:, 1:][mask[:, 1:]], minlength=len(v)).float()


class Model(nn.Module):
    def __init__(self, size=128):
        super().__init__()
        self.embedding = nn.Embedding(len(v), size)
        nn.init.normal_(self.embedding.weight, std=0.05)
        self.gru = nn.GRU(size, size, batch_first=True)
        # This bias makes the untrained model predict each move about as often as it occurs in the training games.
        self.bias = nn.Parameter((counts_of(training) + 0.1).log())
        self.dropout = nn.Dropout(0.2)

    def forward(self, ids, state=None):
        hidden, state = self.gru(self.embedding(ids), state)
        return self.dropout(hidden) @ self.embedding.weight.T + self.bias, state


def batches(loader, steps):
    """Yields `steps` batches, and starts over when the loader has no more games."""
    return itertools.islice((batch for _ in itertools.count() for batch in loader), steps)


def loss_of(model, ids, mask, choices=None):
    """Returns the cross-entropy over all ids or, if `choices` lists the legal moves, over these moves only."""
    logits, _ = model(ids[:, :-1])
    if choices is None:
        return nn.functional.cross_entropy(logits[mask[:, 1:]], ids[:, 1:][mask[:, 1:]])
    is_move = choices[:, 1:, 0] != v.pad_id
    logits, choices = logits[is_move], choices[:, 1:][is_move]
    own = logits.gather(1, ids[:, 1:][is_move][:, None])[:, 0]
    among = logits.gather(1, choices).masked_fill(choices == v.pad_id, -math.inf).logsumexp(1)
    return (among - own).mean()


def sample(model, n, only_legal, longest=200):
    """Samples games as rows of ids. With `only_legal`, samples only legal moves. Otherwise samples from all ids."""
    positions, state, token = san_strings.Positions(v, n), None, torch.full((n,), v.bos_id)
    rows = []
    while len(rows) < longest:
        with torch.no_grad():
            logits, state = model(token[:, None], state)
        scores = logits[:, -1]
        if only_legal:
            mask, over = positions.mask(), positions.result(claim=True) != 2
            if over.all():
                break
            mask[over] = False
            mask[over, v.eos_id] = True
            scores = scores.masked_fill(~torch.from_numpy(mask), -math.inf)
        token = torch.multinomial(scores.softmax(1), 1)[:, 0]
        if only_legal:
            positions.push(token.numpy())
        rows.append(token.numpy())
    return np.stack(rows, axis=1)


model = Model()
optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3)
loader = DataLoader(training, batch_size=32, shuffle=True, collate_fn=collate)
start = time.monotonic()
for step, batch in enumerate(batches(loader, options.steps), 1):
    loss = loss_of(model, *batch)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if step % 20 == 0 or step == options.steps:
        seconds = time.monotonic() - start
        print(f"step {step} of {options.steps}, {seconds:.0f} s: loss {loss.item():.3f}", flush=True)
    if step % 100 == 0:
        model.eval()
        ends = v.legality(sample(model, options.sampled, only_legal=False), strict=False)
        model.train()
        plies = sum(end[0] - 1 for end in ends if end) / max(sum(map(bool, ends)), 1)
        print(f"{ends.count(None)} of {len(ends)} games are legal throughout, the others for {plies:.1f} plies")

# We compare the loss on held-out games with the entropy of their tokens, in nats.
ids, mask, _ = collate(held_out)
model.eval()
with torch.no_grad():
    sums = [
        (loss_of(model, i, m).item() * int(m[:, 1:].sum()), int(m[:, 1:].sum()))
        for i, m in zip(ids.split(64), mask.split(64))
    ]
shares = counts_of(held_out).double()
shares = shares[shares > 0] / shares.sum()
entropy = -(shares * shares.log()).sum().item()
loss = sum(total for total, _ in sums) / sum(tokens for _, tokens in sums)
print(f"{options.steps} steps: held-out loss {loss:.3f}, entropy of the moves {entropy:.3f}")

rows = sample(model, options.sampled, only_legal=True)
# `legality` checks the whole games again, independently of the masks.
assert not any(v.legality(rows)), "a move is not legal"
plies = (rows < v.strings).sum()
print(f"{options.sampled} games of {plies} plies sampled, every move legal; the last:")
print(" ".join(v.text(id) for id in rows[-1, :20]), "...")
