/** Values that no page of ours sends, encoded as they travel in a form or an address. */
export const hostileValues: Record<string, string> = {
	empty: '',
	NUL: '%00',
	'a control character': '%07%1B',
	'a lone surrogate': '%ED%A0%80',
	'broken UTF-8': '%FF%FE%C3',
	'a broken escape': '%E0%A4%A',
	'right to left': encodeURIComponent('\u202Eطريق'),
	emoji: encodeURIComponent('👩🏾‍🦱💇🏿‍♀️'),
	'a long text': 'a'.repeat(5_000),
	proto: '__proto__',
	'a list in words': encodeURIComponent('["a","b"]'),
	SQL: encodeURIComponent("' OR 1=1; DROP TABLE drafts; --"),
	'LIKE wildcards': '%25%25_%25',
	script: encodeURIComponent('"><script>alert(1)</script>'),
	'a path': encodeURIComponent('../../etc/passwd'),
	'a negative number': '-1',
	'a huge number': '9'.repeat(40),
	'a number in words': '1e309',
	'a hexadecimal number': '0x10',
	'not a number': 'NaN',
	'a line break': '%0D%0ASet-Cookie:%20hacked=1',
}

/**
 * Names of fields that no form of ours has, encoded as they travel. Each once cost a Worker its CPU, its memory or
 * its answer.
 */
export const hostileNames: Record<string, string> = {
	nothing: '',
	NUL: '%00',
	'a place in an array': 'a[1000000]',
	'a far place in an array of the form': 'addOns[1000000]',
	'a far place in a text field': 'email[1000000]',
	'an array in an array': `email${'[9]'.repeat(2_000)}`,
	'a list': 'addOns[]',
	'a member': 'a[b]',
	'members of members': Array.from({ length: 5_000 }, () => 'x').join('.'),
	'what conform keeps its intent in': '__intent__',
	'what conform keeps its state in': '__state__',
	proto: '__proto__',
	'the proto of a field': 'email.__proto__.x',
	'a long name': 'a'.repeat(5_000),
	'an emoji': encodeURIComponent('👩🏾‍🦱'),
	'a line break': '%0D%0ASet-Cookie:%20hacked=1',
}
