import { availabilityInvariants } from './availability.ts'
import { bookingInvariants } from './booking.ts'
import { discoveryInvariants } from './discovery.ts'
import { identityInvariants } from './identity.ts'
import type { Invariant } from './invariant.ts'
import { loyaltyInvariants } from './loyalty.ts'
import { messagingInvariants } from './messaging.ts'
import { paymentsInvariants } from './payments.ts'
import { payoutsInvariants } from './payouts.ts'
import { shopsInvariants } from './shops.ts'
import { subscriptionsInvariants } from './subscriptions.ts'

const wholeDatabase: readonly Invariant[] = [
	{
		name: 'I8: no row points at a row that is not there',
		sql: `SELECT "table" || ' ' || coalesce(rowid, '') || ' → ' || parent AS subject FROM pragma_foreign_key_check`,
	},
]

/** For `npm run ops -- ledger check`. */
export const accountInvariants: readonly Invariant[] = [
	...bookingInvariants,
	...paymentsInvariants,
	...payoutsInvariants,
	...loyaltyInvariants,
	...subscriptionsInvariants,
]

/** The tests' auditor checks them after each file that writes. */
export const invariants: readonly Invariant[] = [
	...wholeDatabase,
	...identityInvariants,
	...discoveryInvariants,
	...availabilityInvariants,
	...bookingInvariants,
	...paymentsInvariants,
	...payoutsInvariants,
	...loyaltyInvariants,
	...subscriptionsInvariants,
	...messagingInvariants,
	...shopsInvariants,
]
