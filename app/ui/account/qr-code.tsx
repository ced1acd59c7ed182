interface QrCodeProps {
	/** The length of its edge in modules, and the dark ones as lines of that width. */
	size: number
	path: string
	/** What it is, for who cannot see it. */
	label: string
}

/** A QR code of 192 px, black on white in both themes: many readers know no other. */
export function QrCode({ size, path, label }: QrCodeProps) {
	return (
		<svg
			width={192}
			height={192}
			viewBox={`0 0 ${size} ${size}`}
			shapeRendering="crispEdges"
			role="img"
			aria-label={label}
		>
			<path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
			<path stroke="#000" d={path} />
		</svg>
	)
}
