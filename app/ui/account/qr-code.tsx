interface QrCodeProps {
	/** Modules along one edge. */
	size: number
	path: string
	/** For screen readers. */
	label: string
}

/** 192 px, black on white in both themes: many scanners read no other. */
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
