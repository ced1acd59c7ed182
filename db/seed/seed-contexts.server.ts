import { availabilityTables } from './availability-tables.ts'
import { bookingTables } from './booking-tables.ts'
import { addAccountRows } from './demo-accounts.ts'
import { addAppointmentRows } from './demo-appointment-rows.server.ts'
import { addEnrollmentRows } from './demo-enrollment-rows.server.ts'
import { addDaysOffRows } from './demo-extra-rows.server.ts'
import { addProgramRows } from './demo-loyalty-rows.server.ts'
import { addNotificationRows } from './demo-notification-rows.server.ts'
import { payOnline } from './demo-paid-online.ts'
import { addPromoRows } from './demo-promo-rows.server.ts'
import { addSessionRows } from './demo-session-rows.server.ts'
import { addPlanRows, addSubscriptionRows, countDemoUsage } from './demo-subscription-rows.server.ts'
import { addWaitRows } from './demo-wait-rows.server.ts'
import { discoveryTables } from './discovery-tables.ts'
import { identityTables } from './identity-tables.ts'
import { loyaltyTables } from './loyalty-tables.ts'
import { messagingTables } from './messaging-tables.ts'
import { paymentsTables } from './payments-tables.ts'
import { subscriptionsTables } from './subscriptions-tables.ts'

/**
 * Each context's tables and the functions that add its demo rows. A row comes before the rows that refer to it, and the
 * calendar before its appointments.
 */
export const seedContexts = [
	{ tables: identityTables, addDemoRows: [addAccountRows] },
	{ tables: discoveryTables, addDemoRows: [] },
	{ tables: availabilityTables, addDemoRows: [addDaysOffRows] },
	{ tables: bookingTables, addDemoRows: [addPromoRows, addAppointmentRows, addWaitRows] },
	{ tables: loyaltyTables, addDemoRows: [addProgramRows, addEnrollmentRows] },
	{ tables: paymentsTables, addDemoRows: [payOnline] },
	{
		tables: subscriptionsTables,
		addDemoRows: [addPlanRows, addSubscriptionRows, addSessionRows, countDemoUsage],
	},
	{ tables: messagingTables, addDemoRows: [addNotificationRows] },
] as const
