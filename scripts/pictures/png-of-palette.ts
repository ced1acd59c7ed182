import { crc32, deflateSync } from 'node:zlib'

export type Colour = readonly [red: number, green: number, blue: number]

interface Picture {
	width: number
	height: number
	palette: readonly Colour[]
	/** The palette's number for a pixel. */
	colourAt: (x: number, y: number) => number
}

/** A PNG of few colours: up to sixteen take four bits a pixel, more take eight. */
export function pngOfPalette({ width, height, palette, colourAt }: Picture): Buffer {
	const bits = palette.length > 16 ? 8 : 4
	const perByte = 8 / bits
	// One filter byte (none) begins each row.
	const rowBytes = Math.ceil(width / perByte) + 1
	const rows = Buffer.alloc(rowBytes * height)
	for (let y = 0; y < height; y++) {
		for (let x = 0; x < width; x++) {
			const place = y * rowBytes + 1 + Math.floor(x / perByte)
			rows[place] = (rows[place] ?? 0) | (colourAt(x, y) << (8 - bits - (x % perByte) * bits))
		}
	}
	const header = Buffer.alloc(13)
	header.writeUInt32BE(width, 0)
	header.writeUInt32BE(height, 4)
	// By palette.
	header.set([bits, 3], 8)
	return Buffer.concat([
		Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
		chunk('IHDR', header),
		chunk('PLTE', Buffer.from(palette.flat())),
		chunk('IDAT', deflateSync(rows, { level: 9 })),
		chunk('IEND', Buffer.alloc(0)),
	])
}

/** A colour on the way from one to another. */
export function blend(from: Colour, to: Colour, share: number): Colour {
	const part = (place: 0 | 1 | 2) => Math.round(from[place] + (to[place] - from[place]) * share)
	return [part(0), part(1), part(2)]
}

function chunk(type: string, body: Buffer): Buffer {
	const typed = Buffer.concat([Buffer.from(type, 'latin1'), body])
	const length = Buffer.alloc(4)
	length.writeUInt32BE(body.length)
	const sum = Buffer.alloc(4)
	sum.writeUInt32BE(crc32(typed))
	return Buffer.concat([length, typed, sum])
}
