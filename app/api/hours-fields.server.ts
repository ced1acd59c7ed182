import * as z from 'zod'
import { MINUTES_PER_DAY } from '#app/kernel/civil.ts'
import { civilAt } from '#app/kernel/zone.server.ts'
import type { DoneAct } from './answer-outcome.server.ts'
import { dateField } from './api-fields.server.ts'
import type { Called } from './shop-call.server.ts'
import { changeRefused } from './shop-resource.server.ts'

export const dayField = z.int().min(1).max(7).describe('1 is Monday, 7 is Sunday.')
export const timeField = z
	.string()
	.regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/)
	.describe('In the shop’s time zone.')

export const dayAnswer = z.object({ date: z.iso.date() })
export const fromQuery = z.strictObject({ from: dateField.optional() })

export const readsHours = { scope: 'catalogue:read', refusals: {} } as const
export const writesHours = { scope: 'catalogue:write' } as const
export const noSuchDay = changeRefused('not_found')

export type KeepBody = { keep_appointments?: boolean | undefined } | undefined

export function changeInput(
	called: Pick<Called<unknown, unknown, KeepBody>, 'shopId' | 'now' | 'body' | 'actOf'>,
	act: DoneAct | Promise<DoneAct>,
) {
	const { shopId, now, body, actOf } = called
	return {
		shopId,
		now,
		alongside: actOf(act),
		...(body?.keep_appointments ? { keepsAppointments: true } : {}),
	}
}

export function firstListedDay(input: Called<unknown, { from?: string | undefined }, unknown>): string {
	const { query, key, now } = input
	return query.from ?? civilAt(key.shop.timeZone, now).date
}

export function parseMinute(time: string): number {
	const [hour, minute] = time.split(':').map(Number)
	return Math.min((hour ?? 0) * 60 + (minute ?? 0), MINUTES_PER_DAY)
}

export function eachOnce(days: readonly { day: number }[]): boolean {
	return new Set(days.map(({ day }) => day)).size === days.length
}
