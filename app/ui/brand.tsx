/** The manifest and the icons in public/ repeat name and mark. */
export const brandName = 'Wakati'

function BrandMark({ size = 32 }: { size?: number }) {
	return (
		<svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
			<rect width="32" height="32" rx="9" fill="#2b2770" />
			<circle
				cx="16"
				cy="16"
				r="9.5"
				fill="none"
				stroke="#fff"
				strokeWidth="2.6"
				strokeLinecap="round"
				strokeDasharray="0 4.974"
			/>
			<path
				d="M16 10v6l4 2.5"
				fill="none"
				stroke="#f0a02b"
				strokeWidth="2.8"
				strokeLinecap="round"
				strokeLinejoin="round"
			/>
		</svg>
	)
}

export function Brand() {
	return (
		<span className="row gap-2 font-bold text-lg">
			<BrandMark />
			{brandName}
		</span>
	)
}
