import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#app/kernel/actor.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { type MovementKind, movementKinds, refundStatuses } from '#app/kernel/vocabulary/payments.ts'
import { savingNames } from '#db/appointments.server.ts'
import type { Database } from '#db/client.server.ts'
import { flag, instant, integer, json, nullable, type Rows, rows, text, word } from '#db/row.server.ts'
import { appointments } from '#db/schema/booking.ts'
import { appointmentAddOns, appointmentServices } from '#db/schema/booking-services.ts'
import { shops } from '#db/schema/discovery.ts'
import { first, preparedRead, preparedSelect } from '#db/statement.server.ts'
import type { MoneySums, Movement, MovementCursor, MovementId, ReceiptMovement } from './movement.ts'
import { moneySources, movementSources, ownClients } from './movement-source-repository.server.ts'

export type MovementsInput = {
	sinceAt: Instant
	/** Not included. */
	untilAt: Instant
	after: MovementCursor | null
	limit: number
}

/** Before the newest movement. */
const beginning: MovementCursor = { at: Number.MAX_SAFE_INTEGER, kind: 'paid', id: '' }

const movementFields = {
	kind: word(sql<string>`movement.kind`, movementKinds),
	id: text(sql<string>`movement.id`),
	at: instant(sql<number>`movement.at`),
	amountKobo: integer(sql<number>`movement.amount_kobo`),
	currency: text(sql<string>`movement.currency`),
	refundStatus: nullable(word(sql<string>`movement.refund_status`, refundStatuses)),
	isDisputed: flag(sql<boolean>`movement.is_disputed`),
	label: text(sql<string>`movement.label`),
	serviceNames: json<
		string[]
	>(sql`(SELECT json_group_array(item.name) FROM (SELECT ${appointmentServices.name} AS name FROM ${appointmentServices}
		WHERE ${appointmentServices.appointmentId} = movement.appointment_id ORDER BY ${appointmentServices.position}) item)`),
	referenceNumber: nullable(text(appointments.referenceNumber)),
	paymentReference: nullable(text(sql<string>`movement.payment_reference`)),
	shopName: shops.name,
	timeZone: shops.timeZone,
}
const movementRow = rows(movementFields)

/** Services in order, then add-ons. */
const billItems = sql`SELECT json_group_array(json_object('label', item.name, 'amountKobo', item.price_kobo)) FROM (
	SELECT ${appointmentServices.name} AS name, ${appointmentServices.priceKobo} AS price_kobo, ${appointmentServices.position} AS place
		FROM ${appointmentServices} WHERE ${appointmentServices.appointmentId} = movement.appointment_id
	UNION ALL SELECT ${appointmentAddOns.name}, ${appointmentAddOns.priceKobo}, 1000 FROM ${appointmentAddOns}
		WHERE ${appointmentAddOns.appointmentId} = movement.appointment_id ORDER BY place) item`

const receiptRow = rows({
	...movementFields,
	shop: rows({ address: shops.address, area: shops.area, city: shops.city }),
	bill: nullable(
		json<
			NonNullable<ReceiptMovement['bill']>
		>(sql`CASE WHEN ${appointments.id} IS NOT NULL THEN json_object('items', json((${billItems})), 'discountKobo', ${appointments.discountKobo},
			'tipKobo', ${appointments.tipKobo}, 'totalKobo', ${appointments.totalKobo}, 'cashbackKobo', ${appointments.cashbackKobo},
			'rewardLabel', ${savingNames.rewardLabel}, 'promoCode', ${savingNames.promoCode}, 'friendCode', ${savingNames.friendCode}) END`),
	),
})

/** The movements of the actor's client rows (D8) and accounts (D35). */
export function createMovementRepository(read: Database['read']) {
	const listMovements = (actor: Actor, input: MovementsInput): Promise<Movement[]> => {
		const { sinceAt, untilAt, after, limit } = input
		const { at: afterAt, kind: afterKind, id: afterId } = after ?? beginning
		return read(pageOfMovements({ ...actor, sinceAt, untilAt, afterAt, afterKind, afterId, limit }))
	}
	return {
		/** Newest first (D20). */
		listMovements,

		recentMovements: (actor: Actor, limit: number): Promise<Movement[]> =>
			listMovements(actor, { sinceAt: 0, untilAt: Number.MAX_SAFE_INTEGER, after: null, limit }),

		/** Paid, refunded, kept by shops, and saved. */
		async moneyBetween(
			actor: Actor,
			{ sinceAt, untilAt }: Pick<MovementsInput, 'sinceAt' | 'untilAt'>,
		): Promise<MoneySums> {
			const [sums] = await read(sumsBetween({ ...actor, sinceAt, untilAt }))
			return sums ?? { paidKobo: 0, refundedKobo: 0, keptKobo: 0, savedKobo: 0 }
		},

		/** With its bill; null for an unknown one, or another customer's. */
		findMovement: (actor: Actor, { kind, id }: MovementId): Promise<ReceiptMovement | null> =>
			first(read(oneMovement[kind]({ ...actor, kind, id }))),
	}
}

const parameter = (name: keyof MovementsInput | 'afterAt' | 'afterKind' | 'afterId') => sql.placeholder(name)
const newestFirst = sql`ORDER BY at DESC, kind DESC, id DESC LIMIT ${parameter('limit')}`

/** Takes a page of each source, then one of all: only these rows look up shops and services. */
const pageOfMovements = preparedRead(
	() =>
		withDetails(
			movementRow,
			sql`SELECT * FROM (${sql.join(
				[...new Set(Object.values(movementSources))].map(
					(movements) =>
						sql`SELECT * FROM (SELECT * FROM (${movements}) WHERE at >= ${parameter('sinceAt')} AND at < ${parameter('untilAt')}
						AND (at, kind, id) < (${parameter('afterAt')}, ${parameter('afterKind')}, ${parameter('afterId')}) ${newestFirst})`,
				),
				sql` UNION ALL `,
			)}) ${newestFirst}`,
		),
	movementRow.read,
)

/** A refund counts once it was sent; discounts, rewards and cashback when their appointment is completed. */
const sumsBetween = preparedSelect(
	rows({
		paidKobo: integer(
			sql`coalesce(sum(CASE WHEN kind IN ('paid', 'deposit', 'paid_at_shop') THEN amount_kobo END), 0)`,
		),
		refundedKobo: integer(sql`coalesce(sum(CASE WHEN kind = 'refund' THEN amount_kobo END), 0)`),
		keptKobo: integer(sql`coalesce(sum(CASE WHEN kind = 'kept' THEN amount_kobo END), 0)`),
		savedKobo: integer(sql`coalesce(sum(CASE WHEN kind = 'saved' THEN amount_kobo END), 0)`),
	}),
	() => sql`FROM (${sql.join(
		moneySources.map(
			(
				movements,
			) => sql`SELECT kind, amount_kobo FROM (${movements}) WHERE at >= ${parameter('sinceAt')} AND at < ${parameter('untilAt')}
					AND currency = 'NGN' AND coalesce(refund_status, 'processed') = 'processed'`,
		),
		sql` UNION ALL `,
	)} UNION ALL SELECT 'saved', ${appointments.discountKobo} + ${appointments.cashbackKobo}
			FROM ${ownClients} CROSS JOIN ${appointments} ON ${appointments.clientId} = client.id
			WHERE ${appointments.status} = 'COMPLETED' AND ${appointments.startsAt} >= ${parameter('sinceAt')}
				AND ${appointments.startsAt} < ${parameter('untilAt')})`,
)

const oneMovement = Object.fromEntries(
	movementKinds.map((kind) => [
		kind,
		preparedRead(
			() =>
				withDetails(
					receiptRow,
					sql`SELECT * FROM (${movementSources[kind]}) WHERE kind = ${sql.placeholder('kind')} AND id = ${sql.placeholder('id')}`,
				),
			receiptRow.read,
		),
	]),
) as Record<MovementKind, ReturnType<typeof preparedRead<ReceiptMovement>>>

function withDetails({ columns }: Pick<Rows<Movement>, 'columns'>, movements: SQL): SQL {
	return sql`WITH movement AS MATERIALIZED (${movements})
		SELECT ${columns} FROM movement CROSS JOIN ${shops} ON ${shops.id} = movement.shop_id
		LEFT JOIN ${appointments} ON ${appointments.id} = movement.appointment_id
		ORDER BY movement.at DESC, movement.kind DESC, movement.id DESC`
}
