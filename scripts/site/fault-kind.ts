/** How a database fails (W33). After each word: was the trip applied? */
export const faultKinds = [
	'drop-before', // no
	'drop-after', // yes, the answer is lost
	'truncate', // yes, half of the answer comes
	'bad-gateway', // no
	'garbage', // yes, the answer is not JSON
	'delay', // yes
	'hang', // no, and no answer ever
	'too-many-requests', // no: 429
	'busy', // no: SQLITE_BUSY
] as const
export type FaultKind = (typeof faultKinds)[number]
