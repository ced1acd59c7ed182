import { useEffect, useState } from 'react'
import { greetingAt, longestGreeting } from '#app/domain/discovery/greeting.ts'
import { PageStyle } from '#app/ui/inline.tsx'
import discoverCss from '#app/ui/styles/discover.css?inline'

interface GreetingProps {
	/** '' for a customer whose name is not known now. */
	of: string
	fromServer: string
}

/**
 * The server greets by Lagos time; the viewer's own clock corrects it after hydration (D15), which moves nothing: the
 * heading has room for the longest greeting, and is one text, of whose parts none stands behind one that changes.
 */
export function Greeting({ of: name, fromServer }: GreetingProps) {
	const [greeting, setGreeting] = useState(fromServer)
	useEffect(() => setGreeting(greetingAt(new Date().getHours())), [])
	const whom = name === '' ? '' : `, ${name}`
	return (
		<>
			<PageStyle css={discoverCss} />
			<h1 data-room={longestGreeting + whom}>{greeting + whom}</h1>
		</>
	)
}
