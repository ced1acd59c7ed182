import { classNames } from './class-names.ts'

const dyeCount = 6
const turns = [0, 0, 45, 90] as const
const scales = [0.8, 1, 1.25] as const

/** The class of the shop's dye: the ground of its cloth. */
export function shopDye(shopId: string): string {
	return `dye-${drawsFrom(shopId)(dyeCount)}`
}

interface AdirePatternProps {
	/** The seed of the cloth. */
	shopId: string
	/** Without a border a list of cloths is smaller. */
	hasBorder?: boolean
	className?: string
}

/** A shop's adire cloth, drawn from its id: a dye, a field of one motif, a border of another. It needs no request. */
export function AdirePattern({ shopId, hasBorder = true, className }: AdirePatternProps) {
	const draw = drawsFrom(shopId)
	// The first draw is the dye.
	draw(dyeCount)
	const field = draw(motifs.length)
	const border = (field + 1 + draw(motifs.length - 1)) % motifs.length
	const turn = turns[draw(turns.length)] ?? 0
	const scale = scales[draw(scales.length)] ?? 1
	return (
		<svg className={classNames('adire', shopDye(shopId), className)} aria-hidden="true">
			<Tile id={`f${shopId}`} motif={motifs[field]} transform={`rotate(${turn}) scale(${scale})`} />
			<rect width="100%" height="100%" stroke="none" fill={`url(#f${shopId})`} />
			{hasBorder && (
				<>
					<Tile id={`b${shopId}`} motif={motifs[border]} transform="scale(.5)" />
					<rect className="selvedge" x="-1" y="84%" width="101%" height="20%" />
					<rect y="84%" width="100%" height="16%" stroke="none" fill={`url(#b${shopId})`} />
				</>
			)}
		</svg>
	)
}

function Tile({ id, motif, transform }: { id: string; motif: Motif | undefined; transform: string }) {
	if (!motif) return null
	return (
		<pattern
			id={id}
			width={motif.width}
			height={motif.height}
			patternUnits="userSpaceOnUse"
			patternTransform={transform}
		>
			<path d={motif.lines} />
			{motif.dots && <path d={motif.dots} strokeWidth="5" />}
		</pattern>
	)
}

/** Motifs of adire cloth as tiles: `lines` are drawn thin, `dots` thick. */
interface Motif {
	width: number
	height: number
	lines: string
	dots?: string
}

export const motifs: readonly Motif[] = [
	// Rings around a tied pebble.
	{ width: 32, height: 32, lines: 'M16 6a10 10 0 1 0 .1 0z', dots: 'M16 16h0M0 0h0M32 0h0M0 32h0M32 32h0' },
	// Folded lattice.
	{ width: 26, height: 26, lines: 'M0 0l26 26M26 0L0 26', dots: 'M13 0h0M0 13h0M26 13h0M13 26h0' },
	// Scales of the fish.
	{ width: 28, height: 20, lines: 'M0 10a14 10 0 0 0 28 0M-14 0a14 10 0 0 0 28 0M14 0a14 10 0 0 0 28 0' },
	// Four leaves.
	{
		width: 34,
		height: 34,
		lines: 'M17 17Q5 15 4 4 15 5 17 17 29 19 30 30 19 29 17 17 19 5 30 4 29 15 17 17 15 29 4 30 5 19 17 17',
		dots: 'M17 2h0M2 17h0M32 17h0M17 32h0',
	},
	// Combs.
	{
		width: 30,
		height: 24,
		lines: 'M0 3h30M0 8h30M4 8v9M11 8v9M19 8v9M26 8v9',
		dots: 'M4 21h0M11 21h0M19 21h0M26 21h0',
	},
	// Hills, one behind the other.
	{ width: 34, height: 28, lines: 'M0 26L17 4l17 22M8 26l9-12 9 12M0 26h34', dots: 'M17 22h0M0 8h0M34 8h0' },
	// Frames within frames.
	{ width: 32, height: 32, lines: 'M3 3h26v26H3zM10 10h12v12H10z', dots: 'M16 16h0' },
	// The lagoon.
	{ width: 28, height: 21, lines: 'M0 5q7-7 14 0t14 0M0 12q7-7 14 0t14 0M0 19q7-7 14 0t14 0' },
	// Stars.
	{
		width: 32,
		height: 32,
		lines: 'M16 5v22M5 16h22M8.5 8.5l15 15M23.5 8.5l-15 15',
		dots: 'M0 0h0M32 0h0M0 32h0M32 32h0',
	},
	// Snail shells.
	{
		width: 34,
		height: 30,
		lines: 'M17 15a3 3 0 0 1 6 0 6 6 0 0 1-12 0 9 9 0 0 1 18 0 12 12 0 0 1-22 7',
		dots: 'M3 4h0M31 27h0',
	},
	// Seeds on a string.
	{ width: 24, height: 24, lines: 'M12 0v4M12 20v4M12 4q8 8 0 16-8-8 0-16', dots: 'M0 12h0M24 12h0' },
	// Crossing paths.
	{ width: 30, height: 30, lines: 'M0 12h12V0M30 12H18V0M0 18h12v12M30 18H18v12', dots: 'M15 15h0' },
]

/** Small numbers drawn from a text (FNV-1a, then xorshift); equal texts give equal numbers. */
export function drawsFrom(text: string): (choices: number) => number {
	let state = 2_166_136_261
	for (let index = 0; index < text.length; index++) {
		state = Math.imul(state ^ text.charCodeAt(index), 16_777_619)
	}
	return (choices) => {
		state ^= state << 13
		state ^= state >>> 17
		state ^= state << 5
		return (state >>> 0) % choices
	}
}
