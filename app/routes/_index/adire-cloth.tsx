import { motifs } from '#app/ui/adire-motifs.ts'

const panel = 96
const columns = 5
/** The motif of each panel, row by row; no neighbours are alike. */
const panels = [0, 5, 3, 7, 8, 6, 2, 11, 0, 9, 10, 8, 1, 3, 6] as const

/** The landing page's indigo cloth. It grows with its box and shows what fits. */
export function AdireCloth() {
	const used = [...new Set(panels)]
	return (
		<svg
			className="adire cloth dye-0"
			viewBox={`0 0 ${columns * panel} ${3 * panel}`}
			preserveAspectRatio="xMidYMin slice"
			aria-hidden="true"
		>
			{used.map((index) => {
				const motif = motifs[index]
				if (!motif) return null
				// Whole tiles, so that a panel starts and ends with its motif.
				const across = Math.round(panel / motif.width)
				const down = Math.round(panel / motif.height)
				return (
					<pattern
						key={index}
						id={`m${index}`}
						width={panel / across}
						height={panel / down}
						viewBox={`0 0 ${motif.width} ${motif.height}`}
						preserveAspectRatio="none"
						patternUnits="userSpaceOnUse"
					>
						<path d={motif.lines} />
						{motif.dots && <path d={motif.dots} strokeWidth="5" />}
					</pattern>
				)
			})}
			{panels.map((motif, index) => (
				<rect
					// biome-ignore lint/suspicious/noArrayIndexKey: a fixed list; a panel is identified by its place.
					key={index}
					x={(index % columns) * panel}
					y={Math.floor(index / columns) * panel}
					width={panel}
					height={panel}
					strokeWidth="2.5"
					fill={`url(#m${motif})`}
				/>
			))}
		</svg>
	)
}
