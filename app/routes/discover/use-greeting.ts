import { useEffect, useState } from 'react'
import { greetingAt } from '#app/domain/discovery/greeting.ts'

/** The server greets by Lagos time; the viewer's own clock corrects it after hydration (D15). */
export function useGreeting(serverGreeting: string): string {
	const [greeting, setGreeting] = useState(serverGreeting)
	useEffect(() => setGreeting(greetingAt(new Date().getHours())), [])
	return greeting
}
