import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { calendarEntries, staffDaysOff, staffSchedules } from '#db/schema/availability.ts'
import { appointments, checkouts, clients, promoCodes, promoUses } from '#db/schema/booking.ts'
import { reviews } from '#db/schema/booking-reviews.ts'
import { appointmentAddOns, appointmentServices } from '#db/schema/booking-services.ts'
import { slotWaits } from '#db/schema/booking-slot-waits.ts'
import {
	services,
	shopCategories,
	shopFreeStarts,
	shopHours,
	shops,
	staffMembers,
	staffServices,
} from '#db/schema/discovery.ts'
import { profiles, userFavorites, users } from '#db/schema/identity.ts'
import {
	loyaltyAppointments,
	loyaltyEnrollments,
	loyaltyMilestones,
	loyaltyPrograms,
	punchCards,
	referrals,
	rewards,
} from '#db/schema/loyalty.ts'
import { cashbackAccounts } from '#db/schema/loyalty-cashback.ts'
import { notifications, notificationsSeen } from '#db/schema/messaging.ts'
import { ledgerAccounts, ledgerEntries, ledgerLines } from '#db/schema/payments.ts'
import { planOrders, subscriptionPlans, subscriptions } from '#db/schema/subscriptions.ts'
import { subscriptionEntries, subscriptionUsage } from '#db/schema/subscriptions-entries.ts'
import { planSessions, sessionBookings, sessionWaits } from '#db/schema/subscriptions-sessions.ts'

export type SeedTables = Record<string, SQLiteTable>

/** The rows that a seed collects for these tables. */
export type TableRows<Tables extends SeedTables> = { [Name in keyof Tables]: Tables[Name]['$inferInsert'][] }

export const identityTables = { users, profiles, userFavorites }
export type IdentityRows = TableRows<typeof identityTables>

export const discoveryTables = {
	shops,
	shopHours,
	shopCategories,
	services,
	staffMembers,
	staffServices,
	shopFreeStarts,
}

export const availabilityTables = { staffSchedules, staffDaysOff, calendarEntries }
export type AvailabilityRows = TableRows<typeof availabilityTables>

export const bookingTables = {
	promoCodes,
	clients,
	checkouts,
	promoUses,
	appointments,
	appointmentServices,
	appointmentAddOns,
	reviews,
	slotWaits,
}
export type BookingRows = TableRows<typeof bookingTables>

export const loyaltyTables = {
	loyaltyPrograms,
	punchCards,
	loyaltyMilestones,
	loyaltyEnrollments,
	loyaltyVisits: loyaltyAppointments,
	rewards,
	cashbackAccounts,
	referrals,
}
export type LoyaltyRows = TableRows<typeof loyaltyTables>

/** An entry closes its lines, so it comes after them. */
export const paymentsTables = { ledgerAccounts, ledgerLines, ledgerEntries }
export type PaymentsRows = TableRows<typeof paymentsTables>

export const subscriptionsTables = {
	subscriptionPlans,
	subscriptions,
	planOrders,
	planSessions,
	sessionBookings,
	subscriptionEntries,
	subscriptionUsage,
	sessionWaits,
}
export type SubscriptionsRows = TableRows<typeof subscriptionsTables>

export const messagingTables = { notifications, notificationsSeen }
export type MessagingRows = TableRows<typeof messagingTables>
