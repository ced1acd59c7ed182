import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { onPort } from '#scripts/local/free-port.ts'

/** The first port that Linux gives to an outgoing connection; other systems begin higher. */
function firstOutgoing(): number {
	if (process.platform !== 'linux') return 32_768
	return Number(readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').split(/\s/, 1)[0])
}

test('no outgoing connection is given a port that a program is started on', async () => {
	for (let i = 0; i < 20; i++) {
		const port = await onPort(undefined, '127.0.0.1', async (found) => found)
		expect(port).toBeGreaterThan(1_024)
		expect(port).toBeLessThan(firstOutgoing())
	}
})
