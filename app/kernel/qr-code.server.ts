/** White modules that a reader needs around a code. */
const QUIET_ZONE = 4

/**
 * At the highest error correction. `size`: the edge in modules, with the quiet zone. `path`: an SVG path, to stroke one
 * module wide.
 */
export async function qrCode(text: string): Promise<{ size: number; path: string }> {
	// Imported here: it would add six milliseconds to each Worker's start.
	const { create } = await import('qrcode')
	const { modules } = create(text, { errorCorrectionLevel: 'H' })
	const rows = Array.from({ length: modules.size }, (_, y) =>
		Array.from({ length: modules.size }, (_, x) => (modules.get(y, x) ? '#' : ' ')).join(''),
	)
	return { size: modules.size + 2 * QUIET_ZONE, path: rows.map(drawRow).join('') }
}

/** Dark stretches relative to each other: a page pays for each letter. */
function drawRow(row: string, y: number): string {
	const stretches = [...row.matchAll(/( *)(#+)/g)].map(
		([, gap = '', run = '']) => `${gap && `m${gap.length} 0`}h${run.length}`,
	)
	return `M${QUIET_ZONE} ${y + QUIET_ZONE}.5${stretches.join('')}`
}
