import { sql } from 'drizzle-orm'
import { check, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { appointments, checkouts } from './booking.ts'
import { foreignId, kobo } from './columns.ts'
import { addOns, services, staffMembers } from './discovery.ts'

export const checkoutServices = sqliteTable(
	'checkout_services',
	{
		checkoutId: foreignId('checkout_id', () => checkouts.id),
		position: integer('position').notNull(),
		serviceId: foreignId('service_id', () => services.id),
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
		checkoutId: foreignId('checkout_id', () => checkouts.id),
		addOnId: foreignId('add_on_id', () => addOns.id),
		name: text('name').notNull(),
		priceKobo: kobo('price_kobo').notNull(),
		durationMinutes: integer('duration_minutes').notNull(),
	},
	(t) => [primaryKey({ columns: [t.checkoutId, t.addOnId] })],
)

export const appointmentServices = sqliteTable(
	'appointment_services',
	{
		appointmentId: foreignId('appointment_id', () => appointments.id),
		position: integer('position').notNull(),
		serviceId: foreignId('service_id', () => services.id),
		staffMemberId: foreignId('staff_member_id', () => staffMembers.id),
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
		appointmentId: foreignId('appointment_id', () => appointments.id),
		addOnId: foreignId('add_on_id', () => addOns.id),
		name: text('name').notNull(),
		priceKobo: kobo('price_kobo').notNull(),
		durationMinutes: integer('duration_minutes').notNull(),
	},
	(t) => [
		primaryKey({ columns: [t.appointmentId, t.addOnId] }),
		check('appointment_add_on_price', sql`${t.priceKobo} >= 0`),
	],
)
