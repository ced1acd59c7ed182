import type { AppLoadContext } from '@remix-run/cloudflare'
import { decodeCursor, encodeCursor } from '#app/domain/discovery/list-page.ts'
import { cleanSearchText } from '#app/domain/discovery/search-words.ts'
import { fullAddress } from '#app/domain/discovery/shop-words.ts'
import type { ListedProgram } from '#app/domain/loyalty/program-repository.server.ts'
import { type ProgramCursor, programMatch, programPage } from '#app/domain/loyalty/program-rules.ts'
import { programGist } from '#app/domain/loyalty/program-words.ts'
import type { Actor } from '#app/kernel/actor.ts'

type ProgramQuery = {
	q: string
	after: ProgramCursor | null
	/** A cursor that is not ours: the list starts over, and says so. */
	isCursorBroken: boolean
	/** How often Retry was pressed. */
	retries: number
}

const MAX_RETRIES_SHOWN = 99

/** Malformed parameters get their defaults. */
export function readProgramQuery(params: URLSearchParams): ProgramQuery {
	const cursor = params.get('cursor')
	const after = decodeCursor(cursor)
	const retries = Math.trunc(Number(params.get('retry')))
	return {
		q: cleanSearchText(params.get('q') ?? ''),
		after: after && { name: after.sortName, id: after.id },
		isCursorBroken: cursor !== null && after === null,
		retries: retries > 0 ? Math.min(retries, MAX_RETRIES_SHOWN) : 0,
	}
}

export async function readProgramList(
	{ loyalty: { programs } }: Pick<AppLoadContext, 'loyalty'>,
	actor: Actor,
	{ q, after }: ProgramQuery,
) {
	const { rows, foundTooMany } = await programs.listPrograms(actor, { match: programMatch(q), after })
	const page = programPage(rows)
	return {
		foundTooMany,
		cards: page.programs.map(programCard),
		next: page.next && programsPath(q, encodeCursor({ sortName: page.next.name, id: page.next.id })),
	}
}

/** From the start, or from a cursor. */
function programsPath(q: string, cursor?: string): string {
	const params = new URLSearchParams({ ...(q && { q }), ...(cursor && { cursor }) })
	return params.size === 0 ? '/loyalty-enrollment' : `/loyalty-enrollment?${params}`
}

function programCard({ id, name, shop, isEnrolled, ...program }: ListedProgram) {
	return {
		id,
		name,
		shopName: shop.name,
		address: fullAddress(shop),
		gist: programGist(program),
		isEnrolled,
	}
}

export type ProgramCardView = ReturnType<typeof programCard>
