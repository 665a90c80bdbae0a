# Lines over two logarithmic axes, as an SVG picture.
# SPDX-License-Identifier: Apache-2.0
import math

WIDTH, HEIGHT, LEFT, BOTTOM, TOP, RIGHT = 640, 400, 70, 50, 40, 150
COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#999999", "#000000", "#8b5a2b"]


def ticks(least, most):
    """Powers of two from one to the other, at most nine."""
    first, last = math.floor(math.log2(least)), math.ceil(math.log2(most))
    step = max(1, math.ceil((last - first) / 8))
    return [2.0 ** e for e in range(first, last + 1, step)]


def shown(value):
    return f"{value:g}" if value < 10000 else f"{value:.0f}"


class Chart:
    """Lines over two logarithmic axes."""

    def __init__(self, title, axes, lines):
        self.titles = title, *axes
        self.lines = {name: [point for point in points if min(point) > 0] for name, points in lines.items()}
        self.lines = {name: points for name, points in self.lines.items() if points}
        everything = [point for points in self.lines.values() for point in points]
        self.x_ticks = ticks(min(x for x, _ in everything), max(x for x, _ in everything))
        self.y_ticks = ticks(min(y for _, y in everything), max(y for _, y in everything))

    def x_at(self, x):
        first, last = math.log2(self.x_ticks[0]), max(math.log2(self.x_ticks[-1]), math.log2(self.x_ticks[0]) + 1)
        return LEFT + (math.log2(x) - first) / (last - first) * (WIDTH - LEFT - RIGHT)

    def y_at(self, y):
        first, last = math.log2(self.y_ticks[0]), max(math.log2(self.y_ticks[-1]), math.log2(self.y_ticks[0]) + 1)
        return HEIGHT - BOTTOM - (math.log2(y) - first) / (last - first) * (HEIGHT - TOP - BOTTOM)

    def frame(self):
        title, x_title, y_title = self.titles
        yield (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" '
               f'font-size="12"><rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>')
        yield f'<text x="{LEFT}" y="22" font-size="14">{title}</text>'
        yield f'<text x="{(LEFT + WIDTH - RIGHT) / 2:.0f}" y="{HEIGHT - 12}" text-anchor="middle">{x_title}</text>'
        yield (f'<text x="16" y="{HEIGHT / 2:.0f}" text-anchor="middle" '
               f'transform="rotate(-90 16 {HEIGHT / 2:.0f})">{y_title}</text>')
        for x in self.x_ticks:
            at = self.x_at(x)
            yield (f'<path d="M{at:.1f} {TOP}V{HEIGHT - BOTTOM}" stroke="#ddd"/>'
                   f'<text x="{at:.1f}" y="{HEIGHT - BOTTOM + 16}" text-anchor="middle">{shown(x)}</text>')
        for y in self.y_ticks:
            at = self.y_at(y)
            yield (f'<path d="M{LEFT} {at:.1f}H{WIDTH - RIGHT}" stroke="#ddd"/>'
                   f'<text x="{LEFT - 6}" y="{at + 4:.1f}" text-anchor="end">{shown(y)}</text>')

    def drawn_lines(self):
        for i, (name, points) in enumerate(self.lines.items()):
            colour = COLOURS[i % len(COLOURS)]
            ends = sorted(points)
            if len(ends) == 1:  # one size only: a level to compare with
                ends = [(self.x_ticks[0], ends[0][1]), (self.x_ticks[-1], ends[0][1])]
            path = "L".join(f"{self.x_at(x):.1f} {self.y_at(y):.1f}" for x, y in ends)
            yield f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="2"/>'
            yield f'<text x="{WIDTH - RIGHT + 8}" y="{TOP + 12 + 16 * i}" fill="{colour}">{name}</text>'

    def svg(self):
        return "\n".join([*self.frame(), *self.drawn_lines(), "</svg>\n"])
