import { actAtKiosk, type KioskAct } from '#app/http/kiosk-act.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { RequestDeps } from '../request.ts'
import { deviceKeyId, deviceSecretHash } from '../town-programs.ts'

/** A device of a shop by what it shows, and what the judge knows it by. */
export type Device = { keyId: string; secretHash: string }

/** The devices that a shop has had from the beginning. */
export const deviceOf = (shopId: string, role: 'desk' | 'owner'): Device => ({
	keyId: deviceKeyId(shopId, role),
	secretHash: deviceSecretHash(shopId, role),
})

/** A press on a page: the page's own id, and what is asked on it, the verb first. */
export type Tap = { pageAct: string; action: readonly [verb: string, ...(string | number | null)[]] }

/** Does once what a tap asks for, as a page of the kiosk does; 'key_ended' where the device opens nothing any more. */
export async function tap<Result extends { ok: boolean }>(
	deps: RequestDeps,
	{ secretHash }: Pick<Device, 'secretHash'>,
	{ now, ...press }: Tap & { now: Instant },
	run: (act: KioskAct) => Promise<Result>,
): Promise<Result | 'act_done_already' | 'key_ended'> {
	const key = await deps.shops.accessKeys.keyOf({ secretHash, kind: 'kiosk' })
	if (!key) return 'key_ended'
	try {
		return await actAtKiosk({ shops: deps.shops, requestId: newId() }, { key, ...press, now }, run)
	} catch (error) {
		// The way to the page that says so.
		if (error instanceof Response) return 'key_ended'
		throw error
	}
}
