"""Draws the print that the shop sells as a file: one PDF, a page for each common frame, in curves, so that it is sharp at any size.

python3 demo/shop/studio/two_vessels.py writes demo/shop/files/two-vessels.pdf.
"""
from pathlib import Path

MM = 72 / 25.4
FRAMES = [(210, 297), (297, 420), (300, 400), (500, 700)]  # A4, A3, 30 x 40 cm, 50 x 70 cm
PAPER, FIELD, ARCH, SUN, TABLE, INK, SAGE = '#e6e0d3', '#eee7dc', '#d3a54c', '#c26e49', '#98644f', '#31404e', '#a9b094'
# The drawing is 325 wide and 437 high; y points down.
WIDTH, HEIGHT = 325, 437


def rgb(colour):
    return ' '.join(f'{int(colour[i:i + 2], 16) / 255:.4f}' for i in (1, 3, 5))


def rect(colour, x, y, w, h):
    return f'{rgb(colour)} rg {x} {y} {w} {h} re f'


def shape(colour, start, *curves):
    """A closed path: a pair is a line to there, three pairs in a row a curve."""
    ops = [f'{rgb(colour)} rg {start[0]} {start[1]} m']
    for curve in curves:
        ops.append(' '.join(str(n) for n in curve) + (' l' if len(curve) == 2 else ' c'))
    return ' '.join(ops) + ' h f'


def circle(colour, x, y, r):
    k = r * 0.5523
    return shape(colour, (x - r, y), (x - r, y - k, x - k, y - r, x, y - r), (x + k, y - r, x + r, y - k, x + r, y),
                 (x + r, y + k, x + k, y + r, x, y + r), (x - k, y + r, x - r, y + k, x - r, y))


def drawing():
    return '\n'.join([
        rect(FIELD, 31, 36, 263, 364),
        circle(SUN, 239.5, 100, 20.5),
        shape(ARCH, (65, 347), (65, 174), (65, 126, 104, 88, 152, 88), (200, 88, 239, 126, 239, 174), (239, 347)),
        rect(TABLE, 31, 347, 263, 53),
        shape(INK, (101, 158), (149, 158), (139, 171, 138, 186, 148, 203), (168, 226, 178, 256, 177, 290), (175, 324, 163, 347, 155, 368),
              (97, 368), (86, 347, 74, 324, 72, 290), (71, 256, 82, 226, 102, 203), (112, 186, 111, 171, 101, 158)),
        shape(SAGE, (183, 256), (242, 256), (240, 262, 240, 266, 243, 271), (268, 274, 282, 294, 281, 321), (280, 343, 266, 356, 247, 375),
              (178, 375), (158, 356, 145, 343, 144, 321), (143, 294, 157, 274, 184, 271), (187, 266, 187, 262, 183, 256)),
    ])


def page(width, height):
    scale = min(width / WIDTH, height / HEIGHT)
    x, y = (width - WIDTH * scale) / 2, (height + HEIGHT * scale) / 2
    return f'{rect(PAPER, 0, 0, round(width, 2), round(height, 2))}\nq {scale:.5f} 0 0 {-scale:.5f} {x:.3f} {y:.3f} cm\n{drawing()}\nQ'


def pdf():
    objects = {1: '<< /Type /Catalog /Pages 2 0 R /Lang (en) >>'}
    kids = []
    for i, (w, h) in enumerate(FRAMES):
        number, content = 4 + 2 * i, page(w * MM, h * MM)
        kids.append(f'{number} 0 R')
        objects[number] = f'<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {w * MM:.2f} {h * MM:.2f}] /Resources << >> /Contents {number + 1} 0 R >>'
        objects[number + 1] = f'<< /Length {len(content)} >>\nstream\n{content}\nendstream'
    objects[2] = f'<< /Type /Pages /Count {len(kids)} /Kids [{" ".join(kids)}] >>'
    objects[3] = '<< /Title (Two Vessels) /Author (Morrow) >>'
    out, places = b'%PDF-1.7\n', {}
    for number in sorted(objects):
        places[number] = len(out)
        out += f'{number} 0 obj\n{objects[number]}\nendobj\n'.encode('latin-1')
    table = len(out)
    rows = ''.join(f'{places[n]:010d} 00000 n \n' for n in sorted(objects))
    return out + f'xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{rows}trailer\n<< /Size {len(objects) + 1} /Root 1 0 R /Info 3 0 R >>\nstartxref\n{table}\n%%EOF\n'.encode('latin-1')


if __name__ == '__main__':
    target = Path(__file__).parent.parent / 'files' / 'two-vessels.pdf'
    target.parent.mkdir(exist_ok=True)
    target.write_bytes(pdf())
    print(target, len(pdf()))
