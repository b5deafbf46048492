"""Trains a toy model on a PGN file, and samples legal games from it.

    python train.py games.pgn [--list base] [--steps 400]

Prints the loss on held-out games beside the entropy of the move frequencies, which a model
that knows nothing of the position can reach, and plays some games. Needs torch.
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
options = parser.parse_args()
torch.manual_seed(1)

v = san_strings.Vocabulary(options.list)
games = v.encode_pgn(options.pgn)
order = np.random.default_rng(1).permutation(len(games))
held_out, training = order[: len(order) // 10], order[len(order) // 10 :]
print(f"{len(games)} games, {len(games.ids)} plies, {len(v)} ids")


def collate(indices):
    batch = games.batch(indices, length=options.length, bos=True, eos=True)
    return torch.from_numpy(batch.ids), torch.from_numpy(batch.attention_mask).bool()


def counts_of(indices):
    ids, mask = collate(indices)
    return torch.bincount(ids[:, 1:][mask[:, 1:]], minlength=len(v)).float()


class Model(nn.Module):
    def __init__(self, size=128):
        super().__init__()
        self.embedding = nn.Embedding(len(v), size)
        nn.init.normal_(self.embedding.weight, std=0.05)
        self.gru = nn.GRU(size, size, batch_first=True)
        # To begin with, each move is as likely as it is frequent.
        self.bias = nn.Parameter((counts_of(training) + 0.1).log())
        self.dropout = nn.Dropout(0.2)

    def forward(self, ids, state=None):
        hidden, state = self.gru(self.embedding(ids), state)
        return self.dropout(hidden) @ self.embedding.weight.T + self.bias, state


def batches(loader, steps):
    """So many batches, going through the games again and again."""
    return itertools.islice((batch for _ in itertools.count() for batch in loader), steps)


def loss_of(model, ids, mask):
    logits, _ = model(ids[:, :-1])
    return nn.functional.cross_entropy(logits[mask[:, 1:]], ids[:, 1:][mask[:, 1:]])


model = Model()
optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3)
loader = DataLoader(training, batch_size=32, shuffle=True, collate_fn=collate)
start = time.monotonic()
for step, (ids, mask) in enumerate(batches(loader, options.steps), 1):
    loss = loss_of(model, ids, mask)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if step % 20 == 0 or step == options.steps:
        seconds = time.monotonic() - start
        print(f"step {step} of {options.steps}, {seconds:.0f} s: loss {loss.item():.3f}", flush=True)

# The entropy of the tokens that the model has to predict there, in nats.
ids, mask = collate(held_out)
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

# Sampling: of the legal moves alone, or the end.
plies = 0
for _ in range(options.sampled):
    position, state, token = san_strings.Position(v), None, v.bos_id
    moves = []
    while position.result is None and len(moves) < 200:
        with torch.no_grad():
            logits, state = model(torch.tensor([[token]]), state)
        legal = torch.from_numpy(position.mask())
        token = torch.multinomial(logits[0, -1].masked_fill(~legal, -math.inf).softmax(0), 1).item()
        position.push(token)
        moves.append(token)
    plies += len(moves)
    # What `legal` says of the whole game is a second opinion.
    v.legal(v.encode([" ".join(v.text(id) for id in moves)])) if options.list != "uci" else None
print(f"{options.sampled} games of {plies} plies sampled, every move legal; the last:")
print(" ".join(v.text(id) for id in moves[:20]), "...")
