import { parseWithZod } from '@conform-to/zod/v4'
import { type Movement, readMovementCursor, writeMovementCursor } from '#app/domain/payments/movement.ts'
import {
	filterQuery,
	findQuickRange,
	lastDays,
	type MovementFilter,
	movementFilterSchema,
	quickRangeDays,
} from '#app/domain/payments/movement-filter.server.ts'
import { movementRow } from '#app/domain/payments/movement-lines.server.ts'
import type { CivilDate } from '#app/kernel/civil.ts'

/** Lines of a page (D20). */
export const MOVEMENTS_PER_PAGE = 25

const allTime: MovementFilter = { from: null, to: null }

/** `result` has the problems of unusable dates. */
export function readMovementsQuery(params: URLSearchParams) {
	const submission = parseWithZod(params, { schema: movementFilterSchema })
	const filter = submission.status === 'success' ? submission.value : null
	const afterText = params.get('after')
	const after = afterText === null ? null : readMovementCursor(afterText)
	return {
		filter,
		result: filter === null ? submission.reply() : null,
		after,
		isCursorForged: afterText !== null && after === null,
	}
}

export function filterView(filter: MovementFilter | null, today: CivilDate) {
	const current = filter && findQuickRange(filter, today)
	const isFiltered = filter === null || filter.from !== null || filter.to !== null
	return {
		from: filter?.from ?? null,
		to: filter?.to ?? null,
		isFiltered,
		ranges: [
			...quickRangeDays.map((days) => ({
				label: `Last ${days} days`,
				path: `/transactions${filterQuery(lastDays(days, today))}`,
				isCurrent: days === current,
			})),
			{ label: 'All time', path: `/transactions${filterQuery(allTime)}`, isCurrent: !isFiltered },
		],
	}
}

/** One line more is read than shown. */
export function listView(movements: readonly Movement[], filter: MovementFilter) {
	const shown = movements.slice(0, MOVEMENTS_PER_PAGE)
	const last = shown.at(-1)
	return {
		// One text: Remix numbers each separate value, which costs the page bytes (P1).
		rows: JSON.stringify(shown.map((movement) => movementRow(movement))),
		next:
			movements.length > MOVEMENTS_PER_PAGE && last
				? `/transactions${filterQuery(filter, writeMovementCursor(last))}`
				: null,
		file: `/transactions.csv${filterQuery(filter)}`,
	}
}
