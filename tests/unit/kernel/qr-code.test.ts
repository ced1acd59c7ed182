import { create } from 'qrcode'
import { expect, test } from 'vitest'
import { qrCode } from '#app/kernel/qr-code.server.ts'

/** The modules that lines of the width of a module darken. */
function drawn(path: string): Set<string> {
	const dark = new Set<string>()
	let [x, y] = [0, 0]
	for (const [, command = '', first = '', second = ''] of path.matchAll(/([Mmh])(\d+)(?: ([\d.]+))?/g)) {
		if (command === 'M') [x, y] = [Number(first), Number(second) - 0.5]
		if (command === 'h') for (let i = 0; i < Number(first); i++) dark.add(`${x + i} ${y}`)
		if (command !== 'M') x += Number(first)
	}
	return dark
}

test('a QR code is drawn module by module, with four white ones around', async () => {
	const text = 'eyJhbGciOiJIUzI1NiJ9.ZGVtbw.signature'
	const { modules } = create(text, { errorCorrectionLevel: 'H' })
	const { size, path } = await qrCode(text)
	expect(size).toBe(modules.size + 8)
	const wanted = new Set<string>()
	for (let y = 0; y < modules.size; y++)
		for (let x = 0; x < modules.size; x++) if (modules.get(y, x)) wanted.add(`${x + 4} ${y + 4}`)
	expect(drawn(path)).toEqual(wanted)
	expect((await qrCode(`${text}!`)).path).not.toBe(path)
})
