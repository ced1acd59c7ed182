import { type Motif, motifs } from './adire-motifs.ts'
import { classNames } from './class-names.ts'
import { drawsFrom } from './draws-from.ts'

const dyeCount = 6
const turns = [0, 0, 45, 90] as const
const scales = [0.8, 1, 1.25] as const

/** The dye is the ground of the shop's cloth. */
export function dyeOf(shopId: string): string {
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
		<svg className={classNames('adire', dyeOf(shopId), className)} aria-hidden="true">
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
