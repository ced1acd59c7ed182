/** One short path each, on a 24-unit grid. Inlined icons need no request; repeats cost little after compression. */
const paths = {
	alert: 'M12 8v5m0 3.5v.1M12 3l10 18H2z',
	back: 'M15 5l-7 7 7 7',
	bag: 'M5 8h14l1 13H4zM9 8a3 3 0 0 1 6 0',
	bell: 'M6 17V11a6 6 0 0 1 12 0v6l2 1H4zM10 21h4',
	calendar: 'M4 6h16v15H4zM4 11h16M8 3v4m8-4v4',
	card: 'M3 6h18v13H3zM3 10h18M7 15h3',
	cash: 'M3 7h18v11H3zM12 10a2.5 2.5 0 1 0 .1 0M6 10v.1M18 15v.1',
	check: 'M5 13l5 5L20 7',
	chevron: 'M6 9l6 6 6-6',
	clock: 'M12 3a9 9 0 1 0 .1 0zM12 7v5l3 2',
	close: 'M6 6l12 12M18 6L6 18',
	compass: 'M12 3a9 9 0 1 0 .1 0zM15.5 8.5l-2 5-5 2 2-5z',
	download: 'M12 4v11m-5-5l5 5 5-5M5 20h14',
	forward: 'M9 5l7 7-7 7',
	gift: 'M4 12h16v9H4zM3 8h18v4H3zM12 8v13M12 8C7 8 7 3 9.5 3S12 8 12 8s0-5 2.5-5S17 8 12 8',
	heart: 'M12 20C5 15 3 11.5 3 8.5a4.5 4.5 0 0 1 9-1 4.5 4.5 0 0 1 9 1c0 3-2 6.5-9 11.5z',
	minus: 'M5 12h14',
	phone: 'M5 4h4l2 5-2.5 2a11 11 0 0 0 5 5l2-2.5 5 2v4a16 16 0 0 1-15.5-15.5z',
	pin: 'M12 21c5-6 7-8.5 7-12a7 7 0 0 0-14 0c0 3.5 2 6 7 12zM12 7a2 2 0 1 0 .1 0',
	plus: 'M12 5v14M5 12h14',
	profile: 'M12 4a4 4 0 1 0 .1 0zM4 21a8 8 0 0 1 16 0',
	qr: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2m4-2v2m-6 4h2m4-2v2h-2',
	search: 'M11 4a7 7 0 1 0 .1 0zM16 16l5 5',
	share: 'M12 15V4m-4 4l4-4 4 4M6 12H5v8h14v-8h-1',
	star: 'M12 3l2.7 6 6.3.7-4.7 4.3 1.3 6.5-5.6-3.3-5.6 3.3 1.3-6.5L3 9.7 9.3 9z',
	tag: 'M4 4h8l9 9-8 8-9-9zM8.5 8.5v.1',
	ticket: 'M3 7h18v3a2 2 0 0 0 0 4v3H3v-3a2 2 0 0 0 0-4zM14 9v6',
	wallet: 'M4 6h15v3M4 6v13h17V9H4M17 14v.1',
} as const

export type IconName = keyof typeof paths

interface IconProps {
	name: IconName
	/** CSS pixels. */
	size?: number
	filled?: boolean
	className?: string
}

/** Hidden from screen readers: the words beside it say everything. */
export function Icon({ name, size = 22, filled = false, className }: IconProps) {
	return (
		<svg
			width={size}
			height={size}
			viewBox="0 0 24 24"
			fill={filled ? 'currentColor' : 'none'}
			stroke="currentColor"
			strokeWidth="2"
			strokeLinecap="round"
			strokeLinejoin="round"
			aria-hidden="true"
			className={className}
		>
			<path d={paths[name]} />
		</svg>
	)
}
