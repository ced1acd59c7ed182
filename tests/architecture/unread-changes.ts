import type { SourceFile } from './source-file.ts'

/** Tables that two requests may change at once; places also by the name of their table. */
const contested = ['appointments', 'subscriptions', 'sessionBookings', 'session_bookings']

/** Guards: each stands first in its batch, and refuses it where what was read has changed. */
const guards = /^require(Sequence|Unchanged|AsRead|ChangeAsRead|LostAsRead|UseAsSeen)$/

/** Refusals of statements whose own row is not as it was read. */
const refusalsOfOutdated = ['visit_changed', 'subscription_not_usable', 'check_in_code_used']

/** Statements that rely on no earlier read, with the condition that each has of its own. */
const selfReliant = new Map([
	['tellLate', 'status, start, arrival and the last time of telling'],
	['unpayAppointment', 'the payment, whose outcome refuses the batch'],
	['claimBooking', 'the booking without an account, and the proven address'],
	['forgetCustomer', 'all of one person, who leaves'],
	['cutContact', 'what its checkouts say now; it changes names and words, and no time, status or person'],
	['forgetSubscriptions', 'all of one person, who leaves'],
	['cancelPlace', 'the place that is booked; its entry and seat follow by the instant that it wrote'],
	['callOffPlaces', 'all places of the session that are booked'],
	['endRefunded', 'the period that its payment started'],
	['giveUpLostPlaces', 'every place that its period, as the batch has left it, lets in no more'],
	['setAutoRenews', 'nothing: it says what the customer wants'],
])

/**
 * Writes of an appointment, a subscription or a place without a check of what was read (F15): neither the statement
 * nor an earlier one in the flow's function refuses the batch.
 */
export function changesThatIgnoreOthers(files: SourceFile[]): string[] {
	const updates = files
		.filter(({ path }) => path.endsWith('-repository.server.ts'))
		.flatMap((file) => file.updates.map((update) => ({ path: file.path, ...update })))
		.filter(({ tables }) => tables.some((table) => contested.includes(table)))
	const bare = updates.filter(
		({ name, refuses, calls }) =>
			!selfReliant.has(name) &&
			!refuses.some((word) => refusalsOfOutdated.includes(word)) &&
			!calls.some((call) => guards.test(call)),
	)
	const helpers = bare.filter(({ isStatement, name }) => !isStatement && !/^create[A-Z]/.test(name))
	const statements = new Set(bare.flatMap(({ isStatement, name }) => (isStatement ? [name] : [])))
	const senders = files.filter(
		({ path }) => path.startsWith('app/') && !path.endsWith('-repository.server.ts'),
	)
	return [
		...helpers.map(({ path, name }) => `${path}: ${name} changes what was read without a guard`),
		...senders.flatMap(({ path, functions }) =>
			sentBy(functions).flatMap(({ name: sender, calls }) => {
				const guardedFrom = calls.findIndex((name) => guards.test(name))
				return calls.flatMap((name, at) =>
					statements.has(name) && (guardedFrom < 0 || guardedFrom > at)
						? [`${path}: ${sender} sends ${name} without a guard before it`]
						: [],
				)
			}),
		),
	]
}

/** The members that a file's functions call, in order. A function of the same file counts with its own calls. */
function sentBy(functions: SourceFile['functions']): { name: string; calls: string[] }[] {
	const asksOf = new Map(functions.map(({ name, asks }) => [name, asks]))
	const inFull = (name: string, within: string[]): string[] =>
		(asksOf.get(name) ?? []).flatMap((ask) => {
			if (ask.startsWith('.')) return [ask.slice(1)]
			return within.includes(ask) ? [] : inFull(ask, [...within, ask])
		})
	const called = new Set(functions.flatMap(({ asks }) => asks))
	return functions
		.filter(({ name, isExported }) => isExported || !called.has(name))
		.map(({ name }) => ({ name, calls: inFull(name, [name]) }))
}

/** Exceptions whose statement is gone. */
export function unusedExceptions(files: SourceFile[]): string[] {
	const names = new Set(files.flatMap(({ updates }) => updates.map(({ name }) => name)))
	return [...selfReliant.keys()].filter((name) => !names.has(name))
}
