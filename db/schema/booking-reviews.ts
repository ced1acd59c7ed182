import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { appointmentProblemKinds, reviewReportReasons } from '#app/kernel/vocabulary/booking.ts'
import { appointments, clients } from './booking.ts'
import { foreignId, id, instantColumn } from './columns.ts'
import { shops } from './discovery.ts'

/** One per completed appointment. A shop's rating comes only from these (D12). */
export const reviews = sqliteTable(
	'reviews',
	{
		appointmentId: text('appointment_id')
			.primaryKey()
			.references(() => appointments.id),
		shopId: foreignId('shop_id', () => shops.id),
		clientId: foreignId('client_id', () => clients.id),
		rating: integer('rating').notNull(),
		comment: text('comment').notNull().default(''),
		createdAt: instantColumn('created_at').notNull(),
		/** The operator took it down after a report: no rating counts it. */
		hiddenAt: instantColumn('hidden_at'),
		/** The shop's public answer. */
		reply: text('reply'),
		repliedAt: instantColumn('replied_at'),
	},
	(t) => [
		check('review_rating', sql`${t.rating} between 1 and 5`),
		index('reviews_by_shop').on(t.shopId, t.createdAt),
	],
)

/** A report for the operator, once for each visitor. */
export const reviewReports = sqliteTable(
	'review_reports',
	{
		id: id(),
		/** The review's key. */
		appointmentId: foreignId('appointment_id', () => reviews.appointmentId, { onDelete: 'cascade' }),
		/** A user id, or a network's hash, which can only be compared. */
		reporter: text('reporter').notNull(),
		reason: text('reason', { enum: reviewReportReasons }).notNull(),
		reportedAt: instantColumn('reported_at').notNull(),
		/** When the operator decided either way. */
		resolvedAt: instantColumn('resolved_at'),
	},
	(t) => [
		uniqueIndex('review_reports_once').on(t.reporter, t.appointmentId),
		index('review_reports_open').on(t.reportedAt).where(sql`${t.resolvedAt} is null`),
	],
)

/** The shop answers, and the operator sees open ones. */
export const appointmentProblems = sqliteTable(
	'visit_problems',
	{
		id: id(),
		appointmentId: foreignId('appointment_id', () => appointments.id),
		/** The appointment's, so that a shop finds its open ones. */
		shopId: text('shop_id').references(() => shops.id),
		kind: text('kind', { enum: appointmentProblemKinds }).notNull(),
		words: text('words').notNull(),
		reportedAt: instantColumn('reported_at').notNull(),
		resolvedAt: instantColumn('resolved_at'),
		/** For the customer. */
		answer: text('answer'),
	},
	(t) => [
		index('visit_problems_by_appointment').on(t.appointmentId),
		index('visit_problems_open').on(t.reportedAt).where(sql`${t.resolvedAt} is null`),
		index('visit_problems_open_of_shop').on(t.shopId, t.reportedAt).where(sql`${t.resolvedAt} is null`),
	],
)
