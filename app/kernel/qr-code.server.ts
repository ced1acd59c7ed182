/** Modules of white that a reader needs around a code. */
const QUIET_ZONE = 4

/**
 * The QR code of a text at the highest error correction: the length of its edge in modules, white zone and all, and
 * its dark modules as the path of an SVG, to be drawn with lines as wide as a module.
 */
export async function qrCode(text: string): Promise<{ size: number; path: string }> {
	// Half a dozen milliseconds of a Worker's start, for one page: only here.
	const { create } = await import('qrcode')
	const { modules } = create(text, { errorCorrectionLevel: 'H' })
	const rows = Array.from({ length: modules.size }, (_, y) =>
		Array.from({ length: modules.size }, (_, x) => (modules.get(y, x) ? '#' : ' ')).join(''),
	)
	return { size: modules.size + 2 * QUIET_ZONE, path: rows.map(lineOf).join('') }
}

/** The dark stretches of a row, from one to the next: a page pays for each letter. */
function lineOf(row: string, y: number): string {
	const stretches = [...row.matchAll(/( *)(#+)/g)].map(
		([, gap = '', run = '']) => `${gap && `m${gap.length} 0`}h${run.length}`,
	)
	return `M${QUIET_ZONE} ${y + QUIET_ZONE}.5${stretches.join('')}`
}
