import postgres from "postgres";

/** Lets the Worker's role sign in to the local database; an operator does this on a hosted one. */
export async function grantWorkerLogin(superuserUrl: string): Promise<void> {
  const sql = postgres(superuserUrl, { max: 1, onnotice: () => {} });
  try {
    await sql`alter role app_worker login password 'local'`;
  } finally {
    await sql.end({ timeout: 5 });
  }
}
