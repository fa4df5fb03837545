/** The only access to node:sqlite: bound parameters in, checked values out. */
import { DatabaseSync, type SQLInputValue, type SQLOutputValue } from 'node:sqlite';
import { schema } from './schema.ts';

export type Row = Record<string, SQLOutputValue>;
export type Values = Record<string, SQLInputValue>;

export interface Database {
  all<T>(sql: string, values: Values, read: (row: Row) => T): T[];
  one<T>(sql: string, values: Values, read: (row: Row) => T): T | undefined;
  count(sql: string, values?: Values): number;
  /** Inserts into a table named by the code, never by a request; returns the new id. */
  insert(table: string, values: Values): number;
  /** Returns the number of rows changed. */
  run(sql: string, values?: Values): number;
  /** All of `work` or nothing. */
  together(work: () => void): void;
  close(): void;
}

export const text = (row: Row, name: string): string => {
  const value = row[name];
  if (typeof value !== 'string') throw new TypeError(`column ${name} holds no text`);
  return value;
};

export const textOrNull = (row: Row, name: string): string | null =>
  row[name] === null ? null : text(row, name);

export const whole = (row: Row, name: string): number => {
  const value = row[name];
  if (typeof value !== 'number') throw new TypeError(`column ${name} holds no number`);
  return value;
};

export const wholeOrNull = (row: Row, name: string): number | null =>
  row[name] === null ? null : whole(row, name);

export const flag = (row: Row, name: string): boolean => whole(row, name) !== 0;

/** Opens the file, or a database in memory, and creates missing tables. */
export function openDatabase(file: string): Database {
  const sqlite = new DatabaseSync(file);
  sqlite.exec('PRAGMA foreign_keys = ON; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
  sqlite.exec(schema);
  const prepared = new Map<string, ReturnType<DatabaseSync['prepare']>>();
  const prepare = (sql: string) => {
    const known = prepared.get(sql);
    if (known) return known;
    const made = sqlite.prepare(sql);
    prepared.set(sql, made);
    return made;
  };

  const database: Database = {
    all: (sql, values, read) => prepare(sql).all(values).map(read),
    one: (sql, values, read) => {
      const row = prepare(sql).get(values);
      return row === undefined ? undefined : read(row);
    },
    count: (sql, values = {}) => {
      const row = prepare(sql).get(values);
      return row === undefined ? 0 : whole(row, 'n');
    },
    insert: (table, values) => {
      const names = Object.keys(values);
      const places = names.map((name) => `:${name}`);
      const sql = `INSERT INTO ${table} (${names.join(', ')}) VALUES (${places.join(', ')})`;
      return Number(prepare(sql).run(values).lastInsertRowid);
    },
    run: (sql, values = {}) => Number(prepare(sql).run(values).changes),
    together: (work) => {
      sqlite.exec('BEGIN');
      try {
        work();
        sqlite.exec('COMMIT');
      } catch (error) {
        sqlite.exec('ROLLBACK');
        throw error;
      }
    },
    close: () => sqlite.close(),
  };
  return database;
}
