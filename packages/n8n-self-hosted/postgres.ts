/** Claims in n8n's PostgreSQL: a primary key makes them atomic for all workers. */
import type { Store } from '../../host/host.ts';
import { hostSetting, isOn, packageOfHost } from './host-setting.ts';

interface Pool {
  query(
    text: string,
    values?: unknown[],
  ): Promise<{ rows: { value: unknown }[]; rowCount: number }>;
  on(event: 'error', listener: () => void): void;
  end(): Promise<void>;
}
interface Package {
  Pool: new (options: object) => Pool;
}

function connect(): Pool {
  const { Pool } = packageOfHost<Package>('pg', () => require('pg'));
  const ssl = {
    ca: hostSetting('DB_POSTGRESDB_SSL_CA') || undefined,
    cert: hostSetting('DB_POSTGRESDB_SSL_CERT') || undefined,
    key: hostSetting('DB_POSTGRESDB_SSL_KEY') || undefined,
    rejectUnauthorized: hostSetting('DB_POSTGRESDB_SSL_REJECT_UNAUTHORIZED') !== 'false',
  };
  const pool = new Pool({
    host: hostSetting('DB_POSTGRESDB_HOST') || 'localhost',
    port: Number(hostSetting('DB_POSTGRESDB_PORT')) || 5432,
    database: hostSetting('DB_POSTGRESDB_DATABASE') || 'n8n',
    user: hostSetting('DB_POSTGRESDB_USER') || 'postgres',
    password: hostSetting('DB_POSTGRESDB_PASSWORD'),
    ...((isOn('DB_POSTGRESDB_SSL_ENABLED') || ssl.ca || ssl.cert) && { ssl }),
    max: 4,
    connectionTimeoutMillis: 3000,
    query_timeout: 3000,
  });
  // The failing query reports the problem.
  pool.on('error', () => undefined);
  return pool;
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
const table = () =>
  `${quoted(hostSetting('DB_POSTGRESDB_SCHEMA') || 'public')}.${quoted(
    `${hostSetting('DB_TABLE_PREFIX')}compliance_onboarding_memory`,
  )}`;

let connections: Promise<Pool> | undefined;

/** The connections, after the table exists. Several workers may create it at once. */
async function opened(): Promise<Pool> {
  const pool = connect();
  try {
    await pool.query(
      `create table if not exists ${table()} (key text primary key, value jsonb not null, until timestamptz not null)`,
    );
  } catch (error) {
    // Another worker created it at the same moment.
    if (!['23505', '42P07'].includes((error as { code?: string }).code ?? '')) {
      await pool.end();
      throw error;
    }
  }
  return pool;
}

async function query(text: string, values: unknown[]) {
  connections ??= opened();
  connections.catch(() => (connections = undefined));
  return (await connections).query(text, values);
}

/** Every so many writes, one deletes the expired values. */
const betweenCleanings = 1000;
let writes = 0;

/** Writes a value. @returns true if it was written. */
async function write(key: string, value: unknown, seconds: number, only = ''): Promise<boolean> {
  if (++writes % betweenCleanings === 0) {
    await query(`delete from ${table()} where until < now()`, []);
  }
  const { rowCount } = await query(
    `insert into ${table()} as entry (key, value, until) values ($1, $2, now() + $3 * interval '1 second')
     on conflict (key) do update set value = excluded.value, until = excluded.until ${only}`,
    [key, JSON.stringify(value), seconds],
  );
  return rowCount === 1;
}

export const postgresStore: Store = {
  async get(key) {
    const text = `select value from ${table()} where key = $1 and until > now()`;
    const { rows } = await query(text, [key]);
    return rows[0]?.value;
  },
  async set(key, value, seconds) {
    await write(key, value, seconds);
  },
  claim(key, value, seconds) {
    return write(key, value, seconds, 'where entry.until < now()');
  },
  async delete(key) {
    await query(`delete from ${table()} where key = $1`, [key]);
  },
};
