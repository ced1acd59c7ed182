import { passwordGate } from '#app/domain/identity/password-gate.server.ts'
import { refused } from '#app/kernel/outcome.ts'

/**
 * Runs `work`, which hashes a password. Refuses with 'busy' where too many of this isolate's requests do so, before
 * anything is counted or read (W14).
 */
export async function passPasswordGate<Value>(
	work: () => Promise<Value>,
): Promise<Value | { ok: false; refusal: { code: 'busy' } }> {
	const leave = passwordGate.enter()
	if (leave === null) return refused({ code: 'busy' } as const)
	try {
		return await work()
	} finally {
		leave()
	}
}
