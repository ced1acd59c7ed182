import type { AppLoadContext } from '@remix-run/cloudflare'
import { actAtKiosk } from '#app/http/kiosk-act.server.ts'
import { kioskKeyHeader, touchHeader } from '#app/http/kiosk-cookies.server.ts'
import { type Kiosk, requireKiosk } from '#app/http/kiosk-guard.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import {
	type AppointmentIntent,
	doWithAppointment,
} from '#app/routes/kiosk.visits.$reference/do-with-appointment.server.ts'
import { APP_ORIGIN, type RequestDeps, simulatedKeys } from '../request.ts'

/** A device with the secret of its key, and what its cookies remember of its use; null before its PIN was typed. */
export type KioskDevice = {
	keyId: string
	secret: string
	secretHash: string
	touch: Kiosk['touch'] | null
}

export type AppointmentPost = Exclude<AppointmentIntent, 'hand-over' | 'answer-problem'>

/** `admitted`: the guard let the device in. `isDone`: what was posted was done. Null without an answer. */
export type DeviceAnswer = { admitted: boolean | null; isDone: boolean | null }

const callerOf = ({ secretHash }: KioskDevice) => ({ secretHash, kind: 'kiosk' as const })

/** The right PIN was typed, as the page of the PIN remembers it. */
export async function typePin(deps: RequestDeps, device: KioskDevice, now: Instant): Promise<boolean> {
	const key = await deps.shops.accessKeys.keyOf(callerOf(device))
	if (key) device.touch = { at: now, ownerAt: now, pinAt: now, lockCount: key.lockCount }
	return key !== null
}

/** The button that locks: the key counts it, so that each copy of the cookies is of before. */
export async function lockDevice(deps: RequestDeps, device: KioskDevice): Promise<boolean> {
	const { changed } = await deps.writeBatch({ changed: deps.shops.accessKeys.lock(callerOf(device)) })
	return changed === 1
}

/** A page, as far as its guard goes. */
export function openPath(
	deps: RequestDeps,
	device: KioskDevice,
	{ path, now }: { path: string; now: Instant },
): Promise<DeviceAnswer> {
	const { request, context } = requestOf(deps, device, { path, now })
	return guarded(async () => {
		const kiosk = requireKiosk(request, context)
		await kiosk.opened()
		device.touch = { ...kiosk.touch, at: now }
		return { admitted: true, isDone: null }
	})
}

/** A post of an appointment's page, as its route answers it behind the form. */
export function postAppointment(
	deps: RequestDeps,
	device: KioskDevice,
	input: { reference: string; intent: AppointmentPost; pageAct: string; now: Instant },
): Promise<DeviceAnswer> {
	const { reference, intent, pageAct, now } = input
	const path = `/kiosk/visits/${reference}`
	const { request, context } = requestOf(deps, device, { path, now, method: 'POST' })
	return guarded(async () => {
		const kiosk = requireKiosk(request, context)
		const [key, appointment] = await Promise.all([
			kiosk.opened(intent),
			deps.booking.appointmentViews.appointmentOfShop(kiosk.caller, reference, now),
		])
		device.touch = { ...kiosk.touch, at: now }
		if (!appointment) return { admitted: true, isDone: false }
		const tap = { key, pageAct, action: [intent, reference, ''] as const, now }
		const did = await actAtKiosk(context, tap, ({ actOf }) =>
			doWithAppointment(context, { key, appointment, intent, actOf, staffMemberId: '', answer: '', now }),
		)
		return { admitted: true, isDone: did !== 'act_done_already' && did.ok }
	})
}

/** A guard that refuses throws the way to another page. */
async function guarded(act: () => Promise<DeviceAnswer>): Promise<DeviceAnswer> {
	try {
		return await act()
	} catch (error) {
		if (error instanceof Response) {
			return { admitted: false, isDone: false }
		}
		throw error
	}
}

function requestOf(
	deps: RequestDeps,
	device: KioskDevice,
	{ path, now, method = 'GET' }: { path: string; now: Instant; method?: 'GET' | 'POST' },
) {
	const url = APP_ORIGIN + path
	const bare = new Request(url)
	const cookies = [
		kioskKeyHeader(bare, device.secret),
		...(device.touch ? [touchHeader({ url }, simulatedKeys, callerOf(device), device.touch)] : []),
	]
	const request = new Request(url, {
		method,
		headers: {
			cookie: cookies.map((cookie) => cookie.split(';')[0]).join('; '),
			'content-type': 'application/x-www-form-urlencoded',
		},
		...(method === 'POST' && { body: '' }),
	})
	// A context has more than this, which neither the guard nor these flows ask for.
	const context = {
		...deps,
		now: () => now,
		requestId: newId(),
		settings: { cookieKeys: simulatedKeys },
		url,
		response: {},
	} as unknown as AppLoadContext
	return { request, context }
}
