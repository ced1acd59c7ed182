import { clockOrMomentLabelAt } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { DEFAULT_ZONE } from '#app/kernel/zone.server.ts'
import type { Flash } from './flash.server.ts'

/**
 * Adds the age of an old replica's page after the page's own message (W54). `asOf`: the last moment up to which the
 * replica has all changes; 0 when unknown, null for a current page.
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
