import { create } from 'qrcode'

/** Modules of white that a reader needs around a code. */
const QUIET_ZONE = 4

/**
 * The QR code of a text at the highest error correction: the length of its edge in modules, white zone and all, and its dark
 * modules as the path of an SVG.
 */
export function qrCode(text: string): { size: number; path: string } {
	const { modules } = create(text, { errorCorrectionLevel: 'H' })
	const rows = Array.from({ length: modules.size }, (_, y) =>
		Array.from({ length: modules.size }, (_, x) => Boolean(modules.get(y, x))),
	)
	return { size: modules.size + 2 * QUIET_ZONE, path: rows.map(runsOf).join('') }
}

/** The dark stretches of a row, each as a rectangle. */
function runsOf(row: readonly boolean[], y: number): string {
	return [
		...row
			.map((isDark) => (isDark ? '#' : ' '))
			.join('')
			.matchAll(/#+/g),
	]
		.map(({ index, 0: run }) => `M${index + QUIET_ZONE} ${y + QUIET_ZONE}h${run.length}v1h-${run.length}z`)
		.join('')
}
