// Rows of the tables, written by the tests of wasm/inspector/analyzer with -update.
import type { ProtocolName, Time } from "./types.ts";

export const outcomes = ["answered", "incomplete", "unanswered", "unsolicited", "announced"] as const;
export type OutcomeName = (typeof outcomes)[number];

/** A row of the table exchanges: a request with all its replies, or unsolicited replies. */
export interface ExchangeRow {
  /** Name of the capture. */
  file: string;
  /** Of the request; of the first reply when it is unsolicited. */
  time: Time | null;
  /** Name of the protocol. */
  protocol: ProtocolName;
  /** Name of the request; of the reply when it is unsolicited. */
  message: string;
  /** Answered, incomplete, unanswered, unsolicited (replies without a request) or announced. */
  outcome: OutcomeName;
  /** Address that queries. */
  clientAddress: string;
  /** Its port. */
  clientPort: number;
  /** Address that is queried. */
  serverAddress: string;
  /** Its port. */
  serverPort: number;
  /** Round-trip time from the last attempt before it to the first reply. */
  firstRttMs: number | null;
  /** The same to the last reply. */
  lastRttMs: number | null;
  /** Replies, duplicates included. */
  replies: number;
  /** The same request sent again before an answer. */
  retries: number;
  /** Parts of the reply that did not arrive. */
  missing: number;
  /** Replies that arrived again. */
  duplicates: number;
  /** Replies that arrived before one of a lower number. */
  reordered: number;
  /** Number of the packet of the request. */
  requestPacket: number | null;
  /** Numbers of the packets of the retries, the first 256. */
  retryPackets: number[];
  /** Numbers of the packets of the replies, the first 256. */
  replyPackets: number[];
  /** Codes of the problems in its datagrams, each once. */
  problems: string[];
  /** Number of the packet that began it: of the request; of the first reply when it is unsolicited or answers a broadcast. */
  packet: number;
  /** File#packet: names the exchange in all tables. */
  exchangeId: string;
  /** Address:port: names the server in all tables. */
  serverId: string;
  /** Time as nanoseconds since 1970-01-01 UTC, exact. */
  timeNs: number | null;
  /** From the client to the server, on the wire. */
  requestBytes: number;
  /** From the server to the client, on the wire. */
  replyBytes: number;
}

/** A row of the table servers: a server: the state that was seen last. */
export interface ServerRow {
  /** That it was queried with. */
  protocols: string[];
  /** Name of the server, seen last. */
  name: string | null;
  /** Map, seen last. */
  map: string | null;
  /** Game type, seen last. */
  gameType: string | null;
  /** Version of the game, seen last. */
  version: string | null;
  /** Port that players join. */
  gamePort: number | null;
  /** Number of players, seen last. */
  players: number | null;
  /** Greatest number of players at any time. */
  mostPlayers: number | null;
  /** Places for players. */
  maxPlayers: number | null;
  /** Whether a password is needed. */
  password: boolean | null;
  /** Answered in full. */
  answered: number;
  /** With missing parts. */
  incomplete: number;
  /** Without a reply. */
  unanswered: number;
  /** Replies without a request. */
  unsolicited: number;
  /** Announcements that need no reply. */
  announced: number;
  /** Received requests, retries included. */
  requests: number;
  /** Sent replies. */
  replies: number;
  /** Requests sent again before an answer. */
  retries: number;
  /** Half of the first replies took at most this long. */
  rttP50Ms: number | null;
  /** 90 % of the first replies took at most this long. */
  rttP90Ms: number | null;
  /** 99 % of the first replies took at most this long. */
  rttP99Ms: number | null;
  /** Name of the capture with its first packet. */
  file: string;
  /** Number of its first packet. */
  packet: number;
  /** First_seen as nanoseconds since 1970-01-01 UTC, exact. */
  timeNs: number | null;
  /** Address:port: names the server in all tables. */
  serverId: string;
  /** Address of the server. */
  serverAddress: string;
  /** Port that it answers queries on. */
  serverPort: number;
  /** Of its first packet. */
  firstSeen: Time | null;
  /** Of its last packet. */
  lastSeen: Time | null;
  /** From clients to the server, on the wire. */
  requestBytes: number;
  /** From the server to clients, on the wire. */
  replyBytes: number;
}

/** A row of the table players: a stay of a player on a server, from joining to leaving as far as the lists show it. */
export interface PlayerRow {
  /** Address of the server. */
  serverAddress: string;
  /** Port that it answers queries on. */
  serverPort: number;
  /** Name of the player. */
  name: string;
  /** Number of the packet that showed the player first. */
  packet: number;
  /** The last in that time. */
  score: number | null;
  /** The highest in that time. */
  bestScore: number | null;
  /** Number of the team, the last in that time. */
  team: number | null;
  /** Name of the capture with that packet. */
  file: string;
  /** First_seen as nanoseconds since 1970-01-01 UTC, exact. */
  timeNs: number | null;
  /** Address:port: names the server in all tables. */
  serverId: string;
  /** Of the first list with the player. */
  firstSeen: Time | null;
  /** Of the last list with the player. */
  lastSeen: Time | null;
}

/** A row of the table rules: a value that a rule of a server had for a time. */
export interface RuleRow {
  /** Address of the server. */
  serverAddress: string;
  /** Port that it answers queries on. */
  serverPort: number;
  /** Name of the rule. */
  key: string;
  /** Its value; several of one key with "; " between. */
  value: string;
  /** Number of the packet that showed the value first. */
  packet: number;
  /** Name of the capture with that packet. */
  file: string;
  /** First_seen as nanoseconds since 1970-01-01 UTC, exact. */
  timeNs: number | null;
  /** Address:port: names the server in all tables. */
  serverId: string;
  /** Of the first reply with the value. */
  firstSeen: Time | null;
  /** Of the last reply with the value. */
  lastSeen: Time | null;
}

/** A row of the table events: a change that was seen on a server. */
export interface EventRow {
  /** Address of the server. */
  serverAddress: string;
  /** Port that it answers queries on. */
  serverPort: number;
  /** Of the first reply that shows the change. */
  time: Time | null;
  /** Number of its packet; null for what a reply shows by leaving it out. */
  packet: number | null;
  /** Name, map, game-type, version, max-players, password, rule, score, join or leave. */
  kind: string;
  /** Player or rule. */
  who: string | null;
  /** Value before. */
  old: string | null;
  /** Value after. */
  new: string | null;
  /** Name of the capture with the reply. */
  file: string;
  /** Time as nanoseconds since 1970-01-01 UTC, exact. */
  timeNs: number | null;
  /** Address:port: names the server in all tables. */
  serverId: string;
}

/** A row of the table packets: a packet; with a filter, a message that it lets through. */
export interface PacketTableRow {
  /** Name of the capture. */
  file: string;
  /** Number of the packet, from 1. */
  packet: number;
  /** When it was captured. */
  time: Time | null;
  /** Time as nanoseconds since 1970-01-01 UTC, exact. */
  timeNs: number | null;
  /** Address that it comes from. */
  sourceAddress: string | null;
  /** Its port; null for what has no ports. */
  sourcePort: number | null;
  /** Address that it goes to. */
  destinationAddress: string | null;
  /** Its port; null for what has no ports. */
  destinationPort: number | null;
  /** Name of the query protocol; null for other traffic. */
  protocol: ProtocolName | null;
  /** Name of the message; what other traffic seems to be. */
  message: string;
  /** Request or reply; null for other traffic. */
  direction: string | null;
  /** On the wire. */
  length: number;
  /** Severity of the worst problem: note, warning or error. */
  worst: string | null;
  /** Codes of its problems, each once. */
  problems: string[];
  /** Of the exchange that it belongs to. */
  exchangeId: string | null;
  /** Address:port: names the server in all tables; null for broadcasts and other traffic. */
  serverId: string | null;
  /** Address of the server. */
  serverAddress: string | null;
  /** Port that it answers queries on. */
  serverPort: number | null;
}

/** A row of the table fields: a field of a message of a query protocol. */
export interface FieldRow {
  /** Name of the capture. */
  file: string;
  /** Number of the packet. */
  packet: number;
  /** When it was captured, nanoseconds since 1970-01-01 UTC. */
  timeNs: number | null;
  /** Address:port: names the server in all tables. */
  serverId: string | null;
  /** Of the exchange that the packet belongs to. */
  exchangeId: string | null;
  /** Key of the field, for fragscope explain. */
  key: string;
  /** Where it begins in the packet. */
  offset: number;
  /** How long it is; 0 for a bit or another part of the field before. */
  length: number;
  /** Group for what holds other fields, text, u8, u32le, ipv4, …. */
  kind: string;
  /** Value as text, numbers in decimal, other bytes in hexadecimal; null for a group. */
  value: string | null;
}

/** The rows of tables, by the names of these. */
export interface TableRows {
  exchanges: ExchangeRow;
  servers: ServerRow;
  players: PlayerRow;
  rules: RuleRow;
  events: EventRow;
  packets: PacketTableRow;
  fields: FieldRow;
}

export const tables = ["exchanges", "servers", "players", "rules", "events", "packets", "fields"] as const;
export type TableName = (typeof tables)[number];
