"""The teacher: a residual network that scores positions."""

import torch
from torch import nn

from othello import DEVICE


class Block(nn.Module):
    """Two convolutions with a skip connection."""

    def __init__(self, width):
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(width, width, 3, padding=1, bias=False),
            nn.BatchNorm2d(width),
            nn.ReLU(inplace=True),
            nn.Conv2d(width, width, 3, padding=1, bias=False),
            nn.BatchNorm2d(width),
        )

    def forward(self, x):
        return torch.relu(x + self.body(x))


class Teacher(nn.Module):
    """Maps planes of boards to scores in discs."""

    def __init__(self, width, blocks):
        super().__init__()
        self.shape = (width, blocks)
        self.stem = nn.Sequential(
            nn.Conv2d(4, width, 3, padding=1, bias=False),
            nn.BatchNorm2d(width),
            nn.ReLU(inplace=True),
        )
        self.tower = nn.Sequential(*[Block(width) for _ in range(blocks)])
        self.head = nn.Sequential(
            nn.Conv2d(width, 16, 1),
            nn.ReLU(inplace=True),
            nn.Flatten(),
            nn.Linear(1024, 128),
            nn.ReLU(inplace=True),
            nn.Linear(128, 1),
        )
        self.to(DEVICE, memory_format=torch.channels_last)

    def forward(self, planes):
        return self.head(self.tower(self.stem(planes))).squeeze(1) * 16


def save(teacher, file):
    """Writes a network in 16-bit floats."""
    state = {name: part.half() if part.is_floating_point() else part for name, part in teacher.state_dict().items()}
    torch.save({"shape": teacher.shape, "state": state}, file)


def load(path):
    saved = torch.load(path, map_location=DEVICE, weights_only=True)
    teacher = Teacher(*saved["shape"])
    teacher.load_state_dict(saved["state"])
    return teacher
