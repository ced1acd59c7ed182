import type { ShopChangeRefusal } from '#app/domain/shops/shop-change-refusal.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import {
	type Alongside,
	refusalOfWrite,
	type WriteFailure,
	writeIdempotent,
} from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

type CustomerNote = {
	shopId: string
	/** A client row of the person: an account's note is one for all its rows there (D35). */
	clientId: string
	/** Null or empty takes it away. */
	note: string | null
	/** What the form showed. */
	seen: string | null
	/** The act that says who wrote. */
	alongside?: Alongside
}

/**
 * Writes what a shop keeps about a customer, such as an allergy. Refuses 'changed_meanwhile' where another device wrote
 * since the form showed it, and where the person was erased meanwhile.
 */
export async function writeCustomerNote(
	{ booking: { people }, writeBatch }: Pick<Repositories, 'booking' | 'writeBatch'>,
	{ shopId, clientId, note, seen, alongside = [] }: CustomerNote,
): Promise<Outcome<null, Extract<ShopChangeRefusal, 'changed_meanwhile'> | WriteFailure>> {
	const ofClient = { shopId, clientId }
	const [was, wanted] = [seen || null, note || null]
	try {
		await writeIdempotent(writeBatch, [
			...(await alongside),
			people.refuseUnlessNoteSeen(ofClient, was, wanted),
			people.writeNoteOfCustomer(ofClient, wanted),
		])
		return accepted(null)
	} catch (error) {
		return refused(refusalOfWrite(error, { changed_meanwhile: 'changed_meanwhile' } as const))
	}
}
