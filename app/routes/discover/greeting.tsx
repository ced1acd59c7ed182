import { useEffect, useState } from 'react'
import { greetingAt, longestGreeting } from '#app/domain/discovery/greeting.ts'
import { PageStyle } from '#app/ui/inline.tsx'
import discoverCss from '#app/ui/styles/discover.css?inline'

interface GreetingProps {
	/** '' for an unknown name. */
	of: string
	fromServer: string
}

/**
 * The server greets by Lagos time; after hydration the viewer's clock corrects it (D15). The heading has room for the
 * longest greeting, so that nothing moves.
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
