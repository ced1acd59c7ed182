/** One person doing one service of a visit that starts `offsetMinutes` earlier. */
export type StaffTask = {
	staffMemberId: string
	offsetMinutes: number
	durationMinutes: number
	bufferMinutes: number
}

/** The indexes, in a list of tasks, of a person's own. */
export type TasksOf = (staffMemberId: string) => readonly number[]

const noTasks: readonly number[] = []
const onlyTask: readonly number[] = [0]

/** Finds the tasks of the person that a database row is about. */
export function tasksByStaff(tasks: readonly StaffTask[]): TasksOf {
	const [first] = tasks
	// One person alone is the commonest question, and comparing an id is cheaper than looking it up.
	if (first && tasks.length === 1) return (id) => (id === first.staffMemberId ? onlyTask : noTasks)
	const places = new Map<string, number[]>()
	for (const [place, { staffMemberId }] of tasks.entries()) {
		const own = places.get(staffMemberId)
		if (own) own.push(place)
		else places.set(staffMemberId, [place])
	}
	return (staffMemberId) => places.get(staffMemberId) ?? noTasks
}
