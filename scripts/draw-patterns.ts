import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { PNG } from 'pngjs'
import { type Motif, motifs } from '#app/ui/adire-motifs.ts'
import { findBrowser } from './local/find-browser.ts'
import { PROJECT_ROOT } from './local/project-root.ts'
import { blend, type Colour, pngOfPalette } from './pictures/png-of-palette.ts'

/**
 * Draws the pictures that stand beside a shared link: `tsx scripts/draw-patterns.ts`. Twenty-four cloths of adire, each
 * motif in two dyes, with the mark of app/ui/brand.tsx. They are drawn once and kept: a browser of another version may draw
 * another pixel. Sixteen colours keep a file small.
 */
const WIDTH = 1200
const HEIGHT = 630
/** The dyes of app/ui/styles: ground and resist. */
type Dye = readonly [ground: Colour, resist: Colour]
const indigoDye: Dye = [
	[0x2b, 0x27, 0x70],
	[0xa5, 0xa1, 0xee],
]
const dyes: readonly Dye[] = [
	indigoDye,
	[
		[0x5b, 0x1f, 0x45],
		[0xd5, 0x8f, 0xb9],
	],
	[
		[0x0f, 0x4a, 0x44],
		[0x72, 0xc4, 0xb8],
	],
	[
		[0x6b, 0x2a, 0x17],
		[0xe8, 0xa2, 0x84],
	],
	[
		[0x14, 0x46, 0x6f],
		[0x8f, 0xc1, 0xe8],
	],
	[
		[0x4a, 0x3a, 0x10],
		[0xdf, 0xbd, 0x62],
	],
]
const white: Colour = [0xff, 0xff, 0xff]
const marigold: Colour = [0xf0, 0xa0, 0x2b]

const folder = join(PROJECT_ROOT, 'public/og')
mkdirSync(folder, { recursive: true })
const browser = await chromium.launch({ executablePath: await findBrowser(), args: ['--no-sandbox'] })
const page = await browser.newPage({ viewport: { width: WIDTH, height: HEIGHT } })
let number = 0
for (const round of [0, 1])
	for (const [index, motif] of motifs.entries()) {
		const dye = dyes[(index + round * 3) % dyes.length] ?? indigoDye
		const border = motifs[(index + 5 + round) % motifs.length] ?? motif
		await page.setContent(cloth({ dye, motif, border }))
		writeFileSync(join(folder, `${number}.png`), inFewColours(PNG.sync.read(await page.screenshot()), dye))
		number++
	}
await browser.close()

/** The field of one motif, a border of another, and the mark in the middle, where every app that crops leaves it. */
function cloth({ dye, motif, border }: { dye: Dye; motif: Motif; border: Motif }): string {
	const [ground, resist] = dye.map(hex)
	return `<style>*{margin:0}svg{display:block;background:${ground};fill:none;stroke:${resist};stroke-linecap:round}</style>
		<svg width="${WIDTH}" height="${HEIGHT}">
			${tile('f', motif, 3)}${tile('b', border, 2)}
			<rect width="100%" height="100%" stroke="none" fill="url(#f)"/>
			<rect y="534" width="100%" height="96" stroke="none" fill="${ground}"/>
			<rect y="534" width="100%" height="96" stroke="none" fill="url(#b)"/>
			<path d="M0 532h${WIDTH}" stroke-width="4"/>
			<g transform="translate(472 138) scale(8)">
				<rect width="32" height="32" rx="9" fill="${ground}" stroke="${resist}" stroke-width=".6"/>
				<circle cx="16" cy="16" r="9.5" stroke="#fff" stroke-width="2.6" stroke-dasharray="0 4.974"/>
				<path d="M16 10v6l4 2.5" stroke="#f0a02b" stroke-width="2.8" stroke-linejoin="round"/>
			</g>
		</svg>`
}

/** Tiles of whole pixels: rows and columns repeat, and the file is small. */
function tile(id: string, { width, height, lines, dots = '' }: Motif, scale: number): string {
	return `<pattern id="${id}" width="${width * scale}" height="${height * scale}" patternUnits="userSpaceOnUse">
		<g transform="scale(${scale})" stroke-width="1.3"><path d="${lines}"/><path d="${dots}" stroke-width="5"/></g>
	</pattern>`
}

/** The cloth's own colours and what lies between them: the soft edges. */
function inFewColours({ data, width, height }: PNG, [ground, resist]: Dye): Buffer {
	const palette = [
		ground,
		...between(ground, resist, 7),
		...between(ground, white, 5),
		...between(ground, marigold, 3),
	]
	const nearest = new Map<number, number>()
	return pngOfPalette({
		width,
		height,
		palette,
		colourAt(x, y) {
			const place = (y * width + x) * 4
			const colour: Colour = [data[place] ?? 0, data[place + 1] ?? 0, data[place + 2] ?? 0]
			const key = (colour[0] << 16) | (colour[1] << 8) | colour[2]
			const known = nearest.get(key) ?? nearestOf(palette, colour)
			nearest.set(key, known)
			return known
		},
	})
}

function between(from: Colour, to: Colour, steps: number): Colour[] {
	return Array.from({ length: steps }, (_, step) => blend(from, to, (step + 1) / steps))
}

function nearestOf(palette: readonly Colour[], colour: Colour): number {
	const distances = palette.map((one) => Math.hypot(...one.map((part, place) => part - (colour[place] ?? 0))))
	return distances.indexOf(Math.min(...distances))
}

function hex(colour: Colour): string {
	return `#${colour.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}
