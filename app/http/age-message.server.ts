import { clockOrMomentLabelAt } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { DEFAULT_ZONE } from '#app/kernel/zone.server.ts'
import type { Flash } from './flash.server.ts'

/**
 * The message of a page that rests on an old replica, after what the page has to tell otherwise (W54). `asOf`: the
 * last moment from which the replica surely has all changes, 0 where it knows of none; null for a page that is true.
 */
export function withAge(flash: Flash | null, asOf: Instant | null, now: Instant): Flash | null {
	if (asOf === null) return flash
	const moment =
		asOf === 0 ? '' : `It shows how things stood at ${clockOrMomentLabelAt(DEFAULT_ZONE, asOf, now)}. `
	const text = `${moment}You may not be able to save changes right now.`
	if (flash)
		return {
			...flash,
			description: [flash.description, 'This page may be out of date.', text].filter(Boolean).join(' '),
		}
	return { id: `as-of-${asOf}`, title: 'This page may be out of date', description: text }
}
