import { sql } from 'drizzle-orm'
import { check, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { appointments, checkouts } from './booking.ts'
import { kobo, reference } from './columns.ts'
import { addOns, services, staffMembers } from './discovery.ts'

export const checkoutServices = sqliteTable(
	'checkout_services',
	{
		checkoutId: reference('checkout_id', () => checkouts.id),
		position: integer('position').notNull(),
		serviceId: reference('service_id', () => services.id),
		/** Null: any free person. */
		staffMemberId: text('staff_member_id').references(() => staffMembers.id),
		name: text('name').notNull(),
		priceKobo: kobo('price_kobo').notNull(),
		durationMinutes: integer('duration_minutes').notNull(),
		bufferMinutes: integer('buffer_minutes').notNull(),
	},
	(t) => [primaryKey({ columns: [t.checkoutId, t.position] })],
)

export const checkoutAddOns = sqliteTable(
	'checkout_add_ons',
	{
		checkoutId: reference('checkout_id', () => checkouts.id),
		addOnId: reference('add_on_id', () => addOns.id),
		name: text('name').notNull(),
		priceKobo: kobo('price_kobo').notNull(),
		durationMinutes: integer('duration_minutes').notNull(),
	},
	(t) => [primaryKey({ columns: [t.checkoutId, t.addOnId] })],
)

export const appointmentServices = sqliteTable(
	'appointment_services',
	{
		appointmentId: reference('appointment_id', () => appointments.id),
		position: integer('position').notNull(),
		serviceId: reference('service_id', () => services.id),
		staffMemberId: reference('staff_member_id', () => staffMembers.id),
		name: text('name').notNull(),
		priceKobo: kobo('price_kobo').notNull(),
		durationMinutes: integer('duration_minutes').notNull(),
	},
	(t) => [
		primaryKey({ columns: [t.appointmentId, t.position] }),
		check('appointment_service_price', sql`${t.priceKobo} >= 0`),
	],
)

export const appointmentAddOns = sqliteTable(
	'appointment_add_ons',
	{
		appointmentId: reference('appointment_id', () => appointments.id),
		addOnId: reference('add_on_id', () => addOns.id),
		name: text('name').notNull(),
		priceKobo: kobo('price_kobo').notNull(),
		durationMinutes: integer('duration_minutes').notNull(),
	},
	(t) => [
		primaryKey({ columns: [t.appointmentId, t.addOnId] }),
		check('appointment_add_on_price', sql`${t.priceKobo} >= 0`),
	],
)
