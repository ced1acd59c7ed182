import { passwordGate } from '#app/domain/identity/password-gate.server.ts'
import { refused } from '#app/kernel/outcome.ts'

/**
 * What `work` gives, which hashes a password. When too many requests of this isolate are at that already it is
 * refused as 'busy' at once, before anything is counted or asked (W14).
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
