import { writeFileSync } from 'node:fs'
import { blend, type Colour, pngOfPalette } from './pictures/png-of-palette.ts'

/**
 * Draws the app's icons, which phones want as PNG: `tsx scripts/draw-icons.ts`. The mark is that of app/ui/brand.tsx, on
 * a full square, inside the safe zone of maskable icons. Few colours and a palette keep a file under 6 KB.
 */
const indigo: Colour = [0x2b, 0x27, 0x70]
const white: Colour = [0xff, 0xff, 0xff]
const marigold: Colour = [0xf0, 0xa0, 0x2b]
/** Steps from indigo to a colour, for soft edges. */
const shades = 15

for (const size of [192, 512]) {
	writeFileSync(new URL(`../public/icon-${size}.png`, import.meta.url), png(size))
}

// Browsers ask for this name where no page tells them another: an answer is cheaper than a 404. An .ico may hold a PNG.
const small = png(32)
const directory = Buffer.from([0, 0, 1, 0, 1, 0, 32, 32, 0, 0, 1, 0, 32, 0, 0, 0, 0, 0, 22, 0, 0, 0])
directory.writeUInt32LE(small.length, 14)
writeFileSync(new URL('../public/favicon.ico', import.meta.url), Buffer.concat([directory, small]))

function png(size: number): Buffer {
	return pngOfPalette({
		width: size,
		height: size,
		palette: [
			indigo,
			...[white, marigold].flatMap((colour) =>
				Array.from({ length: shades }, (_, step) => blend(indigo, colour, (step + 1) / shades)),
			),
		],
		colourAt: (x, y) => colourAt(x + 0.5, y + 0.5, size),
	})
}

/** The palette's number for a pixel: how far it lies inside the dots or the hands of the 32-unit mark. */
function colourAt(pixelX: number, pixelY: number, size: number): number {
	const unit = size / 32
	const x = pixelX / unit - 16
	const y = pixelY / unit - 16
	const angle = Math.round(Math.atan2(y, x) / (Math.PI / 6)) * (Math.PI / 6)
	const dot = Math.hypot(x - 9.5 * Math.cos(angle), y - 9.5 * Math.sin(angle)) - 1.3
	const hands = Math.min(toLine(x, y, 0, -6), toLine(x, y, 4, 2.5)) - 1.4
	const hand = shadeOf(hands, unit)
	return hand > 0 ? shades + hand : shadeOf(dot, unit)
}

/** 0 outside of an edge, `shades` well inside, between on the edge's one pixel. */
function shadeOf(distance: number, unit: number): number {
	return Math.round(Math.min(1, Math.max(0, 0.5 - distance * unit)) * shades)
}

/** Distance from a point to the line from the middle to (endX, endY). */
function toLine(x: number, y: number, endX: number, endY: number): number {
	const along = Math.min(1, Math.max(0, (x * endX + y * endY) / (endX * endX + endY * endY)))
	return Math.hypot(x - along * endX, y - along * endY)
}
