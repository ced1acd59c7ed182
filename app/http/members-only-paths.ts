/**
 * The protected routes of the route table (spec 1 §2) that have no page of their own yet: a guest is led to /login with
 * the way back kept. A route that is built leaves this list and guards itself.
 */
export const membersOnlyPaths = [
	'wallet',
	'my-services',
	'appointments',
	'subscriptions',
	'sessions',
	'events',
	'favorites',
	'orders',
	'rewards',
	'transactions',
	'loyalty-enrollment',
	'loyalty-program/:programId',
	'profile',
	'profile/edit',
	'settings',
] as const

/** The pages around signing in, as long as they are one page that says what works without an account. */
export const accountPaths = ['login', 'register', 'forgot-password', 'reset-password'] as const
